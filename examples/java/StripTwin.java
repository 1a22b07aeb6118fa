// unsafe: the first character is kept whatever it is.
import org.sosy_lab.sv_benchmarks.Verifier;

public class StripTwin {
  static String strip(String text) {
    StringBuilder kept = new StringBuilder();
    for (int i = 0; i < text.length(); i++) {
      char c = text.charAt(i);
      if (i == 0 || c >= 'a' && c <= 'z' || c == '-') {
        kept.append(c);
      }
    }
    return kept.toString();
  }

  public static void main(String[] args) {
    String name = strip(Verifier.nondetString());
    assert name.indexOf('/') < 0;
  }
}
