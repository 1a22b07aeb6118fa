// safe: what is written has no angle bracket, for names of any length.
public class Sanitised {
  public static void main(String[] args) {
    if (args.length == 0) {
      return;
    }
    String page = greet(args[0]);
    assert !page.substring(6).contains("<");
  }

  static String greet(String name) {
    StringBuilder out = new StringBuilder("Hello ");
    for (int i = 0; i < name.length(); i++) {
      char c = name.charAt(i);
      if (c != '<') {
        out.append(c);
      }
    }
    return out.toString();
  }
}
