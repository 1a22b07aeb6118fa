// unsafe: the closing bracket is dropped and the opening one kept.
import org.sosy_lab.sv_benchmarks.Verifier;

public class SanitisedTwin {
  public static void main(String[] args) {
    String name = Verifier.nondetString();
    StringBuilder out = new StringBuilder();
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '>') {
        out.append(c);
      }
    }
    assert !out.toString().contains("<");
  }
}
