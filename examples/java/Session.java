// safe: what comes back under a key is what was put there last.
import java.util.HashMap;
import java.util.Map;
import org.sosy_lab.sv_benchmarks.Verifier;

public class Session {
  private final Map<String, String> values = new HashMap<>();

  public static void main(String[] args) {
    Session session = new Session();
    session.values.put("name", Verifier.nondetString());
    if (Verifier.nondetBoolean()) {
      session.values.put("colour", "blue");
    }
    session.values.put("name", "nobody");
    assert "nobody".equals(session.values.get("name"));
    assert session.values.size() <= 2;
  }
}
