//! Java programs: verdicts of the examples, exceptions, entries, class files that lie.

use std::process::Command;

use serde_json::Value;

use crate::command::stringent;
use crate::files::{file, folder};

/// Whether there is a compiler. Under `CI=true` there must be one.
pub(crate) fn has_javac() -> bool {
    let found = Command::new("javac").arg("-version").output().is_ok();
    assert!(found || std::env::var("CI").as_deref() != Ok("true"), "javac is missing");
    if !found {
        eprintln!("skipped: javac is not installed");
    }
    found
}

/// The examples say of themselves what they are.
#[test]
fn examples_are_what_they_say() {
    if !has_javac() {
        return;
    }
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/java");
    let run = stringent(&["check", folder, "--format", "json"]);
    let report: Value = serde_json::from_str(&run.out).expect("the report is JSON");
    let properties = report["properties"].as_array().expect("a list of properties");
    let mut judged = 0;
    let names = ["Basket", "Escape", "Menu", "Session", "Shapes", "Strip"];
    let names: Vec<String> =
        names.iter().flat_map(|name| [(*name).to_owned(), format!("{name}Twin")]).collect();
    for name in &names {
        let path = format!("{folder}/{name}.java");
        let text = std::fs::read_to_string(&path).expect("an example");
        let own = properties.iter().filter(|property| property["file"].as_str() == Some(&path));
        let verdicts: Vec<&str> = own.filter_map(|property| property["verdict"].as_str()).collect();
        if text.starts_with("// safe") {
            let all = verdicts.iter().all(|verdict| *verdict == "proved");
            assert!(all && !verdicts.is_empty(), "{path}: {verdicts:?}");
        } else {
            assert!(verdicts.contains(&"violated"), "{path}: {verdicts:?}");
        }
        judged += 1;
    }
    assert_eq!(judged, names.len(), "{}", run.out);
}

#[test]
fn a_declaration_of_a_module_keeps_no_class_from_being_compiled() {
    if !has_javac() {
        return;
    }
    let program = b"class Few { public static void main(String[] a) { assert a.length < 3; } }";
    file("java/module/module-info.java", b"module few { requires not.installed; }");
    let path = file("java/module/Few.java", program);
    let run = stringent(&["check", path.strip_suffix("/Few.java").expect("its folder")]);
    assert!(run.code == 1 && run.out.contains("1 violated"), "{}", run.out);
}

#[test]
fn exceptions_of_an_entry() {
    if !has_javac() {
        return;
    }
    let text = b"class Cut { static String cut(String s) { return s.substring(1); } }";
    let path = file("java/exceptions/Cut.java", text);
    let entry = ["check", &path, "--entry", "Cut.cut"];
    assert_eq!(stringent(&entry).code, 0);
    let run = stringent(&[&entry[..], &["--property", "exceptions"]].concat());
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("StringIndexOutOfBoundsException is thrown"), "{}", run.out);
    assert!(!run.out.contains("NullPointerException"), "{}", run.out);
    let run = stringent(&[&entry[..], &["--property", "exceptions", "--null-inputs"]].concat());
    assert!(run.out.contains("NullPointerException is thrown"), "{}", run.out);
}

#[test]
fn what_is_not_modelled_is_named() {
    if !has_javac() {
        return;
    }
    let text = b"class Odd { public static void main(String[] a) { assert Thread.activeCount() > 0; } }";
    let run = stringent(&["check", &file("java/odd/Odd.java", text)]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("the call of java.lang.Thread.activeCount is not modelled"), "{}", run.out);
}

/// An object of which only a class of the library is known may be one of the program, whose own methods are run then.
#[test]
fn methods_of_the_program_behind_a_class_of_the_library_are_not_forgotten() {
    if !has_javac() {
        return;
    }
    let calls = [
        "all[0].toString();",
        "all[0].equals(null);",
        "all[0].hashCode();",
        "String.valueOf(all[0]);",
        "java.util.Objects.toString(all[0]);",
        "java.util.Objects.equals(all[0], all[1]);",
        "((Comparable) all[0]).compareTo(null);",
    ];
    let methods: Vec<String> = (0..)
        .zip(calls)
        .map(|(number, call): (u32, &str)| {
            format!(
                "static void call{number}(int i) {{
                   Object[] all = new Object[i]; if (i > 2) {{ all[0] = new Loud(); {call} }} }}"
            )
        })
        .collect();
    let text = format!(
        "class Loud implements Comparable {{
          public String toString() {{ assert false; return null; }}
          public boolean equals(Object other) {{ assert false; return true; }}
          public int hashCode() {{ assert false; return 0; }}
          public int compareTo(Object other) {{ assert false; return 0; }}
          {} }}",
        methods.concat()
    );
    let source = file("java/loud/Loud.java", text.as_bytes());
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-nowarn", "-d", &target, &source]).status();
    assert!(compiled.expect("javac is there").success());
    for (number, call) in calls.iter().enumerate() {
        let run = stringent(&["check", &target, "--entry", &format!("Loud.call{number}")]);
        assert_eq!(run.code, 3, "{call}: {}", run.out);
    }
}

/// Builders and boxes are equal as Java says, and texts of arrays and lists of arrays are followed.
#[test]
fn small_parts_of_the_library() {
    if !has_javac() {
        return;
    }
    let text = br#"import java.util.*;
        class Small { public static void main(String[] a) {
          StringBuilder b = new StringBuilder("x");
          assert !b.equals("x") && b.equals(b) && !Objects.equals(b, "x");
          Character c = 'c'; Integer i = 7; Boolean t = true;
          assert c.equals('c') && i.equals(7) && !i.equals(7L) && !c.equals(7);
          assert Arrays.toString(new String[] {"u", null}).equals("[u, null]");
          String[] words = {"p", "q"};
          List<String> list = Arrays.asList(words);
          words[1] = "r";
          assert list.get(1).equals("r") && list.size() == 2;
          LinkedList<String> more = new LinkedList<>();
          for (String word : list) { more.addFirst(word); }
          String[] back = more.toArray(new String[3]);
          assert back[0].equals("r") && back[2] == null && more.toArray().length == 2;
          b.insert(0, 2.5f).insert(0, 1.5);
          assert b.toString().equals("1.52.5x");
          if (a.length == 1) { System.out.println(a[0]); assert a[0].length() >= 0; }
        } }"#;
    let run = stringent(&["check", &file("java/small/Small.java", text)]);
    assert_eq!(run.code, 0, "{}", run.out);
}

/// Lambdas and references to methods run what they stand for, with what they captured.
#[test]
fn lambdas_are_run() {
    if !has_javac() {
        return;
    }
    let text = br#"import java.util.function.*;
        class Lambdas {
          interface Shout { String of(String s); default String twice(String s) { return of(of(s)); } }
          static int calls;
          static String tail(String s) { calls++; return s + "!"; }
          final String name; Lambdas(String name) { this.name = name; }
          String greet(String s) { return name + s; }
          static void run(String s, boolean b, int i) {
            Shout shout = b ? Lambdas::tail : t -> t + s;
            String loud = shout.twice("a");
            assert b ? loud.equals("a!!") && calls == 2 : loud.startsWith("a") && calls == 0;
            Function<String, Lambdas> make = Lambdas::new;
            Function<String, String> greet = make.apply("x")::greet;
            assert greet.apply(s).startsWith("x");
            Function<String, Integer> length = String::length;
            assert length.apply(s) == s.length();
            Supplier<String> nothing = () -> null;
            assert nothing.get() == null;
            IntPredicate above = n -> n > i;
            assert !above.test(i);
          }
          static void wrong(String s) { Runnable check = () -> { assert !s.equals("x"); }; check.run(); }
          static void cast() { Function f = (Function<String, String>) String::trim; f.apply(7); }
          static void same(int n) {
            Runnable last = null;
            for (int i = 0; i < 2; i++) { Runnable now = () -> {}; assert now != last; last = now; }
          }
          static void of(String s) { Runnable r = () -> {}; assert r.getClass() == Runnable.class; }
          static void many(int n) {
            Runnable[] all = new Runnable[1];
            for (int i = 0; i < n; i++) { int k = i; all[0] = () -> { assert k != 3; }; }
            if (n > 0) { all[0].run(); }
          }
        }"#;
    let source = file("java/lambdas/Lambdas.java", text);
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-nowarn", "-g", "-d", &target, &source]).status();
    assert!(compiled.expect("javac is there").success());
    let check = |entry: &str, property: &str| {
        stringent(&["check", &target, "--entry", &format!("Lambdas.{entry}"), "--property", property])
    };
    let run = check("run", "both");
    assert_eq!(run.code, 0, "{}", run.out);
    let run = check("wrong", "assert");
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("argument 1: \"x\""), "{}", run.out);
    let run = check("cast", "exceptions");
    assert!(run.code == 1 && run.out.contains("ClassCastException is thrown"), "{}", run.out);
    for entry in ["same", "of"] {
        let run = check(entry, "assert");
        assert_eq!(run.code, 3, "{entry}: {}", run.out);
    }
    let run = check("many", "assert");
    assert_eq!(run.code, 3, "what a loop makes is not forgotten: {}", run.out);
}

/// What is less than another number has a next one; what is not may wrap around.
#[test]
fn a_loop_that_counts_up_to_a_length_does_not_wrap_around() {
    if !has_javac() {
        return;
    }
    let text = b"class Count {
          static void up(String s) { int n = 0; for (int i = 0; i < s.length(); i++) { n = i; } assert n >= 0; }
          static void over(int i) { if (i > 5) { int j = i + 1; assert j > 5; } }
          static void next(int i, int j) { if (i < j) { assert i + 1 > i && j - 1 < j; } }
          static void moved(int i, int n) { if (i < n) { i = n; assert i + 1 > i; } }
          static void caught(String s, int i) { try { s.charAt(i); } catch (RuntimeException e) { assert i + 1 > i; } }
          static void swapped(int i, int j) { if (i < j) { int x = i; i = j; j = x; } assert i + 1 > i; }
          static void most(int i) { if (i <= 2147483647) { assert i + 1 > i; } }
          static void after(String s) { int at = s.indexOf('/'); assert s.substring(at + 1).length() <= s.length(); }
          static void at(int i) { if (i >= 0) { assert i - 1 < i; assert i + 1 > i; } } }";
    let source = file("java/count/Count.java", text);
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-g", "-d", &target, &source]).status();
    assert!(compiled.expect("javac is there").success());
    let check = |entry: &str| stringent(&["check", &target, "--entry", &format!("Count.{entry}")]);
    for entry in ["up", "next", "after"] {
        let run = check(entry);
        assert_eq!(run.code, 0, "{entry}: {}", run.out);
    }
    for entry in ["over", "at", "moved", "caught", "swapped", "most"] {
        let run = check(entry);
        assert_eq!(run.code, 1, "{entry}: {}", run.out);
    }
}

/// A map that changes while it is walked through makes the next step throw.
#[test]
fn a_map_that_changes_while_it_is_walked_through() {
    if !has_javac() {
        return;
    }
    let text = br#"import java.util.*;
        class Walk { public static void main(String[] a) {
          Map<String, String> map = new HashMap<>(); map.put("a", "1"); map.put("b", "2");
          try { for (String key : map.keySet()) { map.put("c", key); } }
          catch (ConcurrentModificationException e) { assert false; } } }"#;
    let run = stringent(&["check", &file("java/walk/Walk.java", text)]);
    assert_eq!(run.code, 3, "{}", run.out);
}

/// A failing run on the real JVM: confirmed, and then told also where a value was not known; or not.
#[test]
fn the_jvm_confirms_violations() {
    if !has_javac() {
        return;
    }
    let text = b"class Real {
          static void cut(String s, int from, char c) { if (c == 'x' && from > 3) { s.substring(from).charAt(0); } }
          static void above(float x) { assert x > 2; }
          static void none(float x) { float y = x + 1; assert y > 0; } }";
    let path = file("java/real/Real.java", text);
    let check = |entry: &str, more: &[&str]| {
        stringent(&[&["check", &path, "--property", "both", "--entry", entry], more].concat())
    };
    let run = check("Real.cut", &["--replay"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("replay: confirmed by the real JVM"), "{}", run.out);
    assert!(run.out.contains("argument 3: \"x\""), "{}", run.out);
    assert_eq!(check("Real.above", &[]).code, 3);
    let run = check("Real.above", &["--replay"]);
    assert_eq!(run.code, 1, "{}", run.out);
    let run = check("Real.none", &["--replay"]);
    assert_eq!(run.code, 3, "{}", run.out);
    assert!(run.out.contains("not confirmed by the real JVM: no exception leaves the entry"), "{}", run.out);
}

/// What is replayed may not reach outside.
#[test]
fn a_replay_stays_in_its_sandbox() {
    if !has_javac() {
        return;
    }
    let outside = format!("{}/written", folder(&file("java/sandbox/Out.java", b"")));
    let text = format!(
        "class Out {{ static void out(float x) throws Exception {{
          if (x == 0) {{ new java.io.File(\"{outside}\").createNewFile(); }}
          assert x > 2; }} }}"
    );
    let path = file("java/sandbox/Out.java", text.as_bytes());
    let run = stringent(&["check", &path, "--entry", "Out.out", "--replay"]);
    assert!(run.out.contains("not confirmed by the real JVM: java.io.IOException"), "{}", run.out);
    assert!(!std::path::Path::new(&outside).exists(), "{}", run.out);
}

/// The verdict is the last line, and a violation has a witness with the values in order.
#[test]
fn tasks_of_sv_comp() {
    if !has_javac() {
        return;
    }
    let verifier = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/java/org");
    let main = |body: &str| {
        format!(
            "import org.sosy_lab.sv_benchmarks.Verifier;
             public class Main {{ public static void main(String[] a) {{ String s = Verifier.nondetString(); {body} }} }}"
        )
    };
    let asserts = file("java/svcomp/assert.prp", b"CHECK( init(Main.main()), LTL(G assert) )");
    let svcomp = |name: &str, body: &str| {
        let source = file(&format!("java/svcomp/{name}/Main.java"), main(body).as_bytes());
        let witness = format!("{}/witness.graphml", folder(&source));
        let run =
            stringent(&["svcomp", "--property", &asserts, "--witness", &witness, verifier, &folder(&source)]);
        (run, witness)
    };
    let (run, witness) =
        svcomp("unsafe", "int i = Verifier.nondetInt(); assert !(s.equals(\"<a\") && i == 7);");
    assert_eq!((run.code, run.out.lines().last()), (1, Some("FALSE")), "{}", run.out);
    let text = std::fs::read_to_string(witness).expect("a witness");
    let (string, int) = (text.find("nondetString = &quot;&lt;a&quot;;"), text.find("nondetInt = 7;"));
    assert!(string.is_some() && string < int, "{text}");
    let (run, _) = svcomp("safe", "assert !s.replace('<', ' ').contains(\"<\");");
    assert_eq!((run.code, run.out.lines().last()), (0, Some("TRUE")), "{}", run.out);
    let (run, _) = svcomp("odd", "assert Thread.activeCount() > 0;");
    assert_eq!((run.code, run.out.lines().last()), (3, Some("UNKNOWN")), "{}", run.out);
}

/// A suite of labelled programs: one run of the compiler, a line a task as it ends, the score.
#[test]
fn a_labelled_suite_is_measured() {
    if !has_javac() {
        return;
    }
    let table = b"task\tinputs\tentry\tvalid_assert\tno_runtime_exception\n\
        one\tOne.java\tOne.one\ttrue\tfalse\n\
        two\tTwo.java\tTwo.two\tfalse\t?\n";
    let path = file("java/suite/tasks.tsv", table);
    file("java/suite/One.java", b"class One { static void one(String s) { assert s.charAt(1) >= 0; } }");
    file("java/suite/Two.java", b"class Two { static void two(int i) { assert i != 5; } }");
    let run = stringent(&["measure", &folder(&path), "--each", "--replay"]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("3 right, 0 wrong, 0 undecided; score 4;"), "{}", run.out);
    assert!(run.out.contains("of 2 tasks that are unsafe the JVM confirms 2"), "{}", run.out);
    assert!(run.err.contains("3 of 3: right"), "{}", run.err);
}

#[test]
fn class_files_that_lie_are_skipped() {
    for (name, bytes) in [("Empty", &b""[..]), ("Short", b"\xca\xfe\xba\xbe\0\0\0\x34\xff\xff\x01\xff\xff")] {
        let run = stringent(&["check", &file(&format!("java/lies/{name}.class"), bytes)]);
        assert_eq!(run.code, 2, "{}", run.out);
    }
}

/// No byte of a class file that is changed, and no place at which it ends, makes the tool fail.
#[test]
fn mutants_of_a_class_file_never_crash() {
    if !has_javac() {
        return;
    }
    let text = b"class M { public static void main(String[] a) { String s = \"x\"; for (int i = 0; i < 3; i++) { s += i; }
        try { assert s.charAt(a.length) == 'x'; } catch (RuntimeException e) { s = null; } } }";
    let source = file("java/mutants/M.java", text);
    let target = format!("{}/classes", folder(&source));
    let compiled = Command::new("javac").args(["-d", &target, &source]).status().expect("javac is there");
    assert!(compiled.success());
    let bytes = std::fs::read(format!("{target}/M.class")).expect("javac wrote it");
    for number in 0..24 {
        let mut mutant = bytes.clone();
        if number % 4 == 0 {
            mutant.truncate(bytes.len() * number / 24);
        } else {
            let at = bytes.len() * number / 24;
            mutant[at] ^= 1 << (number % 8);
            mutant[(at * 7) % bytes.len()] = 0xff;
        }
        let path = file(&format!("java/mutants/{number}/M.class"), &mutant);
        let run = stringent(&["check", &path, "--timeout", "20"]);
        assert!(
            !run.out.contains("fault of the tool") && !run.err.contains("panicked"),
            "{number}: {}",
            run.out
        );
    }
}
