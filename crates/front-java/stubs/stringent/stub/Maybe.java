package stringent.stub;

import java.util.NoSuchElementException;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;

/** An `Optional`. */
final class Maybe {
  private final Object value;

  Maybe(Object value) {
    this.value = value;
  }

  static Object of(Object value) {
    if (value == null) throw new NullPointerException();
    return new Maybe(value);
  }

  static Object ofNullable(Object value) {
    return new Maybe(value);
  }

  static Object empty() {
    return new Maybe(null);
  }

  boolean isPresent() {
    return value != null;
  }

  boolean isEmpty() {
    return value == null;
  }

  Object get() {
    Object one = value;
    if (one == null) throw new NoSuchElementException();
    return one;
  }

  Object orElseThrow() {
    return get();
  }

  Object orElseThrow(Supplier<Throwable> make) throws Throwable {
    Object one = value;
    if (one == null) throw make.get();
    return one;
  }

  Object orElse(Object other) {
    Object one = value;
    return one != null ? one : other;
  }

  Object orElseGet(Supplier<Object> make) {
    Object one = value;
    return one != null ? one : make.get();
  }

  Object map(Function<Object, Object> change) {
    Object one = value;
    return one == null ? this : new Maybe(change.apply(one));
  }

  Object flatMap(Function<Object, Object> change) {
    Object one = value;
    if (one == null) return this;
    Object other = change.apply(one);
    if (other == null) throw new NullPointerException();
    return other;
  }

  Object filter(Predicate<Object> keeps) {
    Object one = value;
    return one == null || keeps.test(one) ? this : new Maybe(null);
  }

  void ifPresent(Consumer<Object> walk) {
    Object one = value;
    if (one != null) walk.accept(one);
  }
}
