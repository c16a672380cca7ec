// SPDX-License-Identifier: MIT
// ask.java uri: asks java.net.URI, or with --version, prints its version. Requests and answers: compare.py.
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;

class Ask {
  static String hex(String text) {
    return text == null ? "-" : HexFormat.of().formatHex(text.getBytes(StandardCharsets.UTF_8));
  }

  static String uri(String text) throws Exception {
    URI uri = new URI(text);
    return hex(uri.getScheme()) + "\t" + hex(uri.getHost()) + "\t" + (uri.getPort() < 0 ? "-" : uri.getPort());
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
        out.append(uri(new String(HexFormat.of().parseHex(line), StandardCharsets.UTF_8)));
      } catch (Exception refused) {
        out.append("-");
      }
      out.append("\n");
    }
    System.out.print(out);
    System.out.flush();
  }
}
