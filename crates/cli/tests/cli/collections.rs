//! Collections that loops fill: what they hold is proved, mistakes are not, and neither is what only our order of steps makes true.

use crate::command::stringent;
use crate::files::file;
use crate::java::has_javac;

/// Verifies the body of a `main` with a list, a map and the text of the first argument.
fn code(name: &str, body: &str) -> i32 {
    let text = format!(
        "import java.util.*;
         public class {name} {{
           public static void main(String[] args) {{
             String s = args.length > 0 ? args[0] : \"\";
             List<String> list = new ArrayList<>();
             Map<String, String> map = new HashMap<>();
             {body}
           }}
         }}"
    );
    let run = stringent(&["check", &file(&format!("{name}.java"), text.as_bytes())]);
    assert!(run.out.contains("1 file, "), "{name}:\n{}{}", run.out, run.err);
    run.code
}

#[test]
fn what_a_loop_puts_in_is_proved() {
    if !has_javac() {
        return;
    }
    let fill = "for (int i = 0; i < s.length(); i++) list.add(PUT); for (String x : list) assert !x.contains(\"<\");";
    assert_eq!(code("Adds", &fill.replace("PUT", "\"a\"")), 0);
    assert_ne!(code("AddsTwin", &fill.replace("PUT", "i == 7 ? \"<\" : \"a\"")), 0);
    let fill = "for (int i = 0; i < s.length(); i++) map.put(s.substring(i), PUT); \
                for (String x : map.values()) assert x.length() == 1;";
    assert_eq!(code("Puts", &fill.replace("PUT", "\"a\"")), 0);
    assert_ne!(code("PutsTwin", &fill.replace("PUT", "s")), 0);
}

/// `HashMap.forEach` throws when it is over and the map was changed; an iterator in its place would not.
#[test]
fn code_that_changes_the_collection_it_is_given_to_proves_nothing() {
    if !has_javac() {
        return;
    }
    let body = "map.put(\"x\", \"y\"); \
                try { map.forEach((k, v) -> map.remove(k)); } \
                catch (ConcurrentModificationException e) { assert false; }";
    assert_ne!(code("Given", body), 0);
    let body = "try { map.computeIfAbsent(\"x\", k -> { map.put(\"z\", \"\"); return \"y\"; }); } \
                catch (ConcurrentModificationException e) { assert false; }";
    assert_ne!(code("Computed", body), 0);
    let body = "map.put(\"x\", \"y\"); map.forEach((k, v) -> list.add(k + v)); for (String x : list) assert x.equals(\"xy\");";
    assert_eq!(code("Other", body), 0);
}

/// A stream takes all its steps for one element before the next.
#[test]
fn streams_prove_nothing_by_another_order_of_steps() {
    if !has_javac() {
        return;
    }
    let body = "int[] n = {0}; list.add(\"a\"); list.add(\"b\"); \
                list.stream().map(x -> { n[0]++; return x; }).forEach(x -> { assert n[0] == 2; });";
    assert_ne!(code("Order", body), 0);
}
