// safe: what the map holds has no angle bracket, whatever the query.
import java.util.HashMap;
import java.util.Map;

public class Query {
  static Map<String, String> parse(String query) {
    Map<String, String> fields = new HashMap<>();
    for (String part : query.split("&")) {
      int at = part.indexOf('=');
      if (at > 0) fields.put(part.substring(0, at), part.substring(at + 1).replace("<", "&lt;"));
    }
    return fields;
  }

  public static void main(String[] args) {
    Map<String, String> fields = parse(args.length > 0 ? args[0] : "");
    String page = "<p>" + fields.getOrDefault("name", "nobody") + "</p>";
    assert !page.contains("<script") : page;
  }
}
