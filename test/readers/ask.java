// SPDX-License-Identifier: MIT
// ask.java uri|url|spring|okhttp: asks java.net.URI or URL, or a library of the class path; with --version, prints the version.
// Requests and answers: compare.py. The libraries are called by reflection: the others do not need them.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.lang.reflect.Method;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Ask {
  interface Reader {
    String ask(String text) throws Exception;
  }

  static String hex(String text) {
    return text == null ? "-" : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static String answer(Object scheme, Object host, int port) {
    return hex((String)scheme) + "\t" + hex((String)host) + "\t" + (port < 0 ? "-" : port);
  }

  static Reader reader(String name) throws Exception {
    switch (name) {
      case "uri":
        return text -> {
          URI read = new URI(text);
          return answer(read.getScheme(), read.getHost(), read.getPort());
        };
      case "url":
        return text -> {
          URL read = new URL(text);
          return answer(read.getProtocol(), read.getHost(), read.getPort() < 0 ? read.getDefaultPort() : read.getPort());
        };
      case "spring": {
        Class<?> builder = Class.forName("org.springframework.web.util.UriComponentsBuilder");
        Method from = builder.getMethod("fromUriString", String.class), build = builder.getMethod("build");
        Method[] parts = methods(build.getReturnType(), "getScheme", "getHost", "getPort");
        return text -> answer(build.invoke(from.invoke(null, text)), parts);
      }
      default: {
        Class<?> url = Class.forName("okhttp3.HttpUrl");
        Method get = url.getMethod("get", String.class);
        Method[] parts = methods(url, "scheme", "host", "port");
        return text -> answer(get.invoke(null, text), parts);
      }
    }
  }

  static Method[] methods(Class<?> type, String... names) throws Exception {
    Method[] found = new Method[names.length];
    for (int i = 0; i < names.length; i++)
      found[i] = type.getMethod(names[i]);
    return found;
  }

  static String answer(Object read, Method[] parts) throws Exception {
    return answer(parts[0].invoke(read), parts[1].invoke(read), (int)parts[2].invoke(read));
  }

  static String version(String name) throws Exception {
    String java = System.getProperty("java.version");
    switch (name) {
      case "spring":
        return Class.forName("org.springframework.web.util.UriComponentsBuilder").getPackage().getImplementationVersion() + " (Java " + java + ")";
      case "okhttp":
        return Class.forName("okhttp3.OkHttp").getField("VERSION").get(null) + " (Java " + java + ")";
      default:
        return java;
    }
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 1) {
      System.out.println(version(arguments[0]));
      return;
    }
    Reader reader = reader(arguments[0]);
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var out = new StringBuilder();
    for (String line; (line = in.readLine()) != null;) {
      try {
        out.append(reader.ask(new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8)));
      } catch (Exception refused) {
        out.append("-");
      }
      out.append("\n");
    }
    System.out.print(out);
    System.out.flush();
  }
}
