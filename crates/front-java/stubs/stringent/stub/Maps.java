package stringent.stub;

import java.util.Iterator;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.Function;

/** Methods of maps in terms of simpler ones. */
final class Maps {
  static Object computeIfAbsent(Map<Object, Object> map, Object key, Function<Object, Object> make) {
    Object value = map.get(key);
    if (value == null) {
      value = make.apply(key);
      if (value != null) map.put(key, value);
    }
    return value;
  }

  static Object computeIfPresent(Map<Object, Object> map, Object key, BiFunction<Object, Object, Object> make) {
    Object value = map.get(key);
    if (value == null) return null;
    value = make.apply(key, value);
    if (value != null) map.put(key, value);
    else map.remove(key);
    return value;
  }

  static Object compute(Map<Object, Object> map, Object key, BiFunction<Object, Object, Object> make) {
    Object before = map.get(key);
    Object value = make.apply(key, before);
    if (value != null) map.put(key, value);
    else map.remove(key);
    return value;
  }

  static Object merge(Map<Object, Object> map, Object key, Object more, BiFunction<Object, Object, Object> join) {
    if (more == null) throw new NullPointerException();
    Object value = map.get(key);
    value = value == null ? more : join.apply(value, more);
    if (value != null) map.put(key, value);
    else map.remove(key);
    return value;
  }

  static void forEach(Map<Object, Object> map, BiConsumer<Object, Object> walk) {
    for (Map.Entry<Object, Object> entry : map.entrySet()) walk.accept(entry.getKey(), entry.getValue());
  }
}
