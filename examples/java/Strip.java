// safe: a loop that keeps some characters makes a word of them, and never a longer one.
import org.sosy_lab.sv_benchmarks.Verifier;

public class Strip {
  static String strip(String text) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (c >= 'a' && c <= 'z' || c == '-') {
        kept.append(c);
      }
    }
    return kept.toString();
  }

  public static void main(String[] args) {
    String text = Verifier.nondetString();
    String name = strip(text);
    assert name.matches("[a-z-]*");
    assert name.indexOf('/') < 0;
    assert name.length() <= text.length();
  }
}
