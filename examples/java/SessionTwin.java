// unsafe: the other key is there only sometimes.
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

public class SessionTwin {
  public static void main(String[] args) {
    Map<String, String> values = new HashMap<>();
    if (Verifier.nondetBoolean()) {
      values.put("colour", "blue");
    }
    assert values.get("colour") != null;
  }
}
