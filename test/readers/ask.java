// SPDX-License-Identifier: MIT
// ask.java uri|url: asks java.net.URI or URL; with --version, prints its version. Requests and answers: compare.py.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.URL;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Ask {
  static String hex(String text) {
    return text == null ? "-" : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static String answer(String scheme, String host, int port) {
    return hex(scheme) + "\t" + hex(host) + "\t" + (port < 0 ? "-" : port);
  }

  static String ask(boolean url, String text) throws Exception {
    if (url) {
      URL read = new URL(text);
      return answer(read.getProtocol(), read.getHost(), read.getPort() < 0 ? read.getDefaultPort() : read.getPort());
    }
    URI read = new URI(text);
    return answer(read.getScheme(), read.getHost(), read.getPort());
  }

  public static void main(String[] arguments) throws Exception {
    if (arguments.length > 1) {
      System.out.println(System.getProperty("java.version"));
      return;
    }
    var in = new BufferedReader(new InputStreamReader(System.in, StandardCharsets.US_ASCII));
    var out = new StringBuilder();
    for (String line; (line = in.readLine()) != null;) {
      try {
        out.append(ask(arguments[0].equals("url"), new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8)));
      } catch (Exception refused) {
        out.append("-");
      }
      out.append("\n");
    }
    System.out.print(out);
    System.out.flush();
  }
}
