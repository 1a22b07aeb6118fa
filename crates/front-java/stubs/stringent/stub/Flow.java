package stringent.stub;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collector;

/** A stream with its elements. Each step is taken for all elements before the next. */
final class Flow {
  private final ArrayList<Object> elements;

  Flow(ArrayList<Object> elements) {
    this.elements = elements;
  }

  /** Whether the order of steps matters is not known. */
  static native boolean doubt();

  Object map(Function<Object, Object> change) {
    ArrayList<Object> changed = new ArrayList<>();
    for (Object one : elements) changed.add(change.apply(one));
    return new Flow(changed);
  }

  Object filter(Predicate<Object> keeps) {
    ArrayList<Object> kept = new ArrayList<>();
    for (Object one : elements) if (keeps.test(one)) kept.add(one);
    return new Flow(kept);
  }

  Object distinct() {
    ArrayList<Object> kept = new ArrayList<>();
    HashSet<Object> seen = new HashSet<>();
    for (Object one : elements) if (seen.add(one)) kept.add(one);
    return new Flow(kept);
  }

  Object sorted() {
    ArrayList<Object> all = new ArrayList<>(elements);
    java.util.Collections.sort((List) all);
    return new Flow(all);
  }

  void forEach(Consumer<Object> walk) {
    for (Object one : elements) walk.accept(one);
  }

  boolean anyMatch(Predicate<Object> wanted) {
    if (doubt()) return anyMatch(wanted, false);
    return anyMatch(wanted, false);
  }

  private boolean anyMatch(Predicate<Object> wanted, boolean outcome) {
    for (Object one : elements) if (wanted.test(one)) return !outcome;
    return outcome;
  }

  boolean noneMatch(Predicate<Object> wanted) {
    return !anyMatch(wanted);
  }

  boolean allMatch(Predicate<Object> wanted) {
    if (doubt()) return every(wanted);
    return every(wanted);
  }

  private boolean every(Predicate<Object> wanted) {
    for (Object one : elements) if (!wanted.test(one)) return false;
    return true;
  }

  Object findFirst() {
    if (doubt()) return first();
    return first();
  }

  Object findAny() {
    return findFirst();
  }

  private Object first() {
    if (elements.isEmpty()) return new Maybe(null);
    Object one = elements.get(0);
    if (one == null) throw new NullPointerException();
    return new Maybe(one);
  }

  Object reduce(Object first, BinaryOperator<Object> join) {
    Object all = first;
    for (Object one : elements) all = join.apply(all, one);
    return all;
  }

  long count() {
    return elements.size();
  }

  Object toList() {
    return java.util.Collections.unmodifiableList(new ArrayList<>(elements));
  }

  Object collect(Collector<Object, Object, Object> how) {
    return ((Gathering) (Object) how).of(elements);
  }
}
