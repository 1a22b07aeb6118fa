package stringent.stub;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.function.Function;

/** What `Collectors` makes: how elements are gathered. */
final class Gathering {
  private final int kind;
  private final CharSequence between;
  private final String before;
  private final String after;
  private final Function<Object, Object> key;
  private final Function<Object, Object> value;

  private Gathering(int kind, CharSequence between, String before, String after, Function<Object, Object> key, Function<Object, Object> value) {
    this.kind = kind;
    this.between = between;
    this.before = before;
    this.after = after;
    this.key = key;
    this.value = value;
  }

  static Object joining() {
    return new Gathering(0, "", "", "", null, null);
  }

  static Object joining(CharSequence between) {
    return new Gathering(0, between.toString(), "", "", null, null);
  }

  static Object joining(CharSequence between, CharSequence before, CharSequence after) {
    return new Gathering(0, between.toString(), before.toString(), after.toString(), null, null);
  }

  static Object toList() {
    return new Gathering(1, "", "", "", null, null);
  }

  static Object toSet() {
    return new Gathering(2, "", "", "", null, null);
  }

  static Object toMap(Function<Object, Object> key, Function<Object, Object> value) {
    return new Gathering(3, "", "", "", key, value);
  }

  Object of(ArrayList<Object> elements) {
    switch (kind) {
      case 0:
        return before + String.join(between, (Iterable) elements) + after;
      case 1:
        return new ArrayList<>(elements);
      case 2:
        return new HashSet<>(elements);
      default:
        HashMap<Object, Object> all = new HashMap<>();
        for (Object one : elements) {
          Object gets = value.apply(one);
          if (gets == null) throw new NullPointerException();
          if (all.putIfAbsent(key.apply(one), gets) != null) throw new IllegalStateException();
        }
        return all;
    }
  }
}
