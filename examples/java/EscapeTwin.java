// unsafe: a character that is kept for its class opens a tag.
import org.sosy_lab.sv_benchmarks.Verifier;

public class EscapeTwin {
  static String escape(String name) {
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      switch (c) {
        case '>':
          out.append("&gt;");
          break;
        case '&':
          out.append("&amp;");
          break;
        default:
          if (Character.isLetterOrDigit(c) || c == ' ' || c == '<') {
            out.append(c);
          } else {
            out.append('?');
          }
      }
    }
    return out.toString();
  }

  public static void main(String[] args) {
    String shown = escape(Verifier.nondetString());
    assert shown.indexOf('<') < 0;
    assert !("<b>" + shown + "</b>").contains("<script");
  }
}
