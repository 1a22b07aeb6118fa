//! Every page of the examples is what its first line says.
//!
//! `<?php // safe`: every assertion is proved or never reached. `<?php // unsafe`: a run violates one.

use std::fs;
use std::path::PathBuf;

use verifier::php::{Config, Lowered, Project, Source, lower};
use verifier::{Analysis, Exploits, Options, Verdict, advise, verify};

fn lowered(name: &str, bytes: Vec<u8>) -> Lowered {
    let project = Project { find: &|_| None, config: &Config::default(), is_included: false };
    lower(&Source { name: name.to_owned(), bytes }, project)
}

fn verdicts(name: &str, bytes: Vec<u8>, analysis: Analysis) -> Vec<Verdict> {
    let lowered = lowered(name, bytes);
    assert_eq!(lowered.diagnostics, [], "{name}");
    assert_eq!(lowered.claims.len(), lowered.program.assertions.len(), "{name}");
    let properties = verify(&lowered.program, &Options { analysis, ..Options::default() });
    properties.iter().map(|property| property.checked.verdict().clone()).collect()
}

fn page(name: &str) -> Vec<u8> {
    let folder = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("../../examples/php");
    fs::read(folder.join(name)).expect("the example is there")
}

#[test]
fn pages_are_what_they_say() {
    let names = [
        "market.php",
        "market_ok.php",
        "market_limit.php",
        "market_limit_ok.php",
        "guestbook.php",
        "guestbook_ok.php",
        "blog.php",
        "blog_ok.php",
        "search.php",
        "search_ok.php",
        "handler.php",
        "handler_ok.php",
        "checks.php",
        "checks_ok.php",
        "leaving.php",
    ];
    for name in names {
        let bytes = page(name);
        let is_safe = bytes.starts_with(b"<?php // safe\n");
        let verdicts = verdicts(name, bytes, Analysis::Combined);
        assert!(!verdicts.is_empty(), "{name} has no assertion");
        let right = |verdict: &Verdict| matches!(verdict, Verdict::Proved | Verdict::Unreachable);
        let violated = verdicts.iter().any(|verdict| matches!(verdict, Verdict::Violated(_)));
        let proved = verdicts.iter().all(right);
        assert!(if is_safe { proved } else { violated }, "{name}: {verdicts:?}");
    }
}

#[test]
fn only_with_lengths_is_the_limit_enough() {
    let verdicts = verdicts("market_limit_ok.php", page("market_limit_ok.php"), Analysis::String);
    assert!(verdicts.iter().any(|verdict| matches!(verdict, Verdict::Unknown(_))), "{verdicts:?}");
}

/// What is advised for the first violation of a page.
fn advice(bytes: Vec<u8>) -> Option<String> {
    let lowered = lowered("page.php", bytes);
    let options = Options::default();
    let properties = verify(&lowered.program, &options);
    let violated =
        properties.iter().find(|property| matches!(property.checked.verdict(), Verdict::Violated(_)));
    advise(&lowered, violated.expect("the page is not safe"), &options).map(|advice| advice.text)
}

#[test]
fn the_escape_that_fits_is_advised() {
    let html = "htmlspecialchars(…, ENT_QUOTES) around what replace gives makes this hold (proved)";
    assert_eq!(advice(page("market.php")).as_deref(), Some(html));
    let sql = "mysqli_real_escape_string($link, …) around $_POST['email'] and $_POST['message'] makes this hold (proved)";
    assert_eq!(advice(page("guestbook.php")).as_deref(), Some(sql));
    let cases: [(&str, Option<&str>); 5] = [
        // Quotes are missing, so only a number fits.
        ("<?php mysql_query('SELECT 1 WHERE id=' . $_GET['id']);", Some("(int) … around $_GET['id']")),
        ("<?php echo '<a href=\"' . $_GET['u'] . '\">';", Some("rawurlencode(…) around $_GET['u']")),
        ("<?php system('ls ' . $_GET['f']);", Some("escapeshellarg(…) around $_GET['f']")),
        ("<?php echo \"<p>$_GET[a]</p>\";", Some("htmlspecialchars(…, ENT_QUOTES) around $_GET['a']")),
        ("<?php eval($_GET['x']);", None),
    ];
    for (text, expected) in cases {
        let told = advice(text.as_bytes().to_vec());
        let expected = expected.map(|expected| format!("{expected} makes this hold (proved)"));
        assert_eq!(told, expected, "{text}");
    }
}

/// The closing remark of [YBI09]: the largest limit for which the page is safe.
#[test]
fn the_largest_limit_is_advised() {
    let told = advice(page("market_limit.php")).expect("something is advised");
    assert!(
        told.ends_with("; or a greatest length of 1, not 19, in line 7 makes this hold (proved)"),
        "{told}"
    );
}

#[test]
fn a_page_that_writes_constants_is_proved() {
    let of = |text: &str| verdicts("page.php", text.as_bytes().to_vec(), Analysis::Combined);
    assert_eq!(of("<h1>Hi</h1><?php echo 'there'; print 1 + 2;"), [Verdict::Proved]);
    assert_eq!(of("<?php if ($_GET['a'] == 'b') { echo 'c'; } else { echo 'd'; }"), [Verdict::Proved]);
    // Where something of the outside is written, that alone is judged.
    assert_eq!(of("<p><?php echo (int) $_GET['a'];"), [Verdict::Proved]);
    assert_eq!(of("<?php $x = strlen($_GET['a']);"), []);
}

/// Idioms of pages that are right, some with what only looks like them.
#[test]
fn idioms_are_told_from_what_looks_like_them() {
    let right = [
        "exec('ls ' . escapeshellarg($_GET['f']));",
        "mysql_query('SELECT 1 WHERE id IN (' . implode(',', array_map('intval', explode(',', $_GET['a']))) . ')');",
        "foreach (array_map('htmlspecialchars', $_POST['a']) as $x) { echo \"<p>$x</p>\"; }",
        "echo implode('<br>', array_map(fn($x) => htmlspecialchars($x), [$_GET['a'], $_GET['b']]));",
        "mysql_query(\"SELECT '\" . preg_replace('/([\\'\"\\\\\\\\])/', '\\\\\\\\$1', $_GET['a']) . \"'\");",
        "echo '<p>' . str_replace('<', '', strip_tags($_GET['a'], '<b>')) . '</p>';",
        "$x = $_GET['a'] ?? 'd'; if (preg_match('/^[a-z]+$/D', $x)) echo \"<p>$x</p>\";",
        "if (preg_match('/^[a-z]+$/D', $_GET['a'] ?? '')) echo \"<p>{$_GET['a']}</p>\";",
        "if (isset($_GET['a']) && ctype_alnum($_GET['a'])) echo \"<p>{$_GET['a']}</p>\";",
        "$ok = preg_match('/^[0-9]+$/D', $_GET['a']); if ($ok) echo \"<p title=$_GET[a]>\";",
        "$m = array_map(fn($x) => (int) $x, $_POST['a'] ?? []); mysql_query('SELECT ' . implode(',', $m));",
        "function f($t, ...$p) { return \"<$t>\" . htmlspecialchars(implode($p)); } echo f(...['p', $_GET['a']]);",
        "class A { public $b = null; } class B { public $c = ''; } $a = new A; if ($_GET['x']) { $a->b = new B; $a->b->c = $_GET['x']; } echo htmlspecialchars($a->b?->c ?? 'none');",
        "echo '<script>var a = ' . json_encode(['a' => $_GET['a'] ?? '', 'n' => 1], JSON_HEX_TAG) . ';</script>';",
    ];
    let wrong = [
        "system('ls ' . addslashes($_GET['f']));",
        "echo implode('<br>', array_map(fn($x) => trim($x), [$_GET['a'], $_GET['b']]));",
        "mysql_query(\"SELECT '\" . preg_replace('/([\\'\"])/', '\\\\\\\\$1', $_GET['a']) . \"'\");",
        "class F { function show($s) { echo $s; } } if (isset($_GET['a'])) { $o = new F; } else { $o = null; } if ($o) $o->show($_GET['x']);",
        "foreach ($_POST['a'] ?? [] as $x) echo \"<p>$x</p>\";",
        "file_put_contents('log', 'x', FILE_APPEND); echo $_GET['a'];",
        "echo '<b title=\"', strtr($_GET['a'], '>', ' '), '\">';",
    ];
    let of = |text: &str| verdicts("page.php", format!("<?php {text}").into_bytes(), Analysis::Combined);
    for text in right {
        let verdicts = of(text);
        let proved = verdicts.iter().filter(|verdict| **verdict == Verdict::Proved).count();
        assert!(proved > 0 && proved == verdicts.len(), "{text}");
    }
    for text in wrong {
        assert!(of(text).iter().any(|verdict| matches!(verdict, Verdict::Violated(_))), "{text}");
    }
}

/// Whether violations of a page need values that nothing is known of, one by one.
fn doubts(text: &str) -> Vec<bool> {
    let lowered = lowered("page.php", text.as_bytes().to_vec());
    let options = Options::default();
    let properties = verify(&lowered.program, &options);
    let violated =
        properties.iter().filter(|property| matches!(property.checked.verdict(), Verdict::Violated(_)));
    let exploits = violated
        .map(|property| Exploits::of(&lowered, &options).weigh(property).exploit.expect("it is violated"));
    exploits.map(|exploit| !exploit.doubts.is_empty()).collect()
}

/// A number that is not modelled exactly is still a numeral: a run that any of them makes fail is in no doubt.
#[test]
fn a_run_is_in_doubt_only_when_another_possible_value_saves_it() {
    let row =
        "$r = mysql_query('SELECT 1'); while ($d = mysql_fetch_array($r)) { print_r($d); echo '<br />'; }";
    let of = |before: &str| doubts(&format!("<?php $x = $_GET['x']; {before} {row}"));
    assert_eq!(of("if (filter_var($x, FILTER_VALIDATE_FLOAT)) { $y = 1; }"), [false]);
    assert_eq!(doubts("<?php if (md5($_GET['x']) == 'a') { echo $_GET['y']; }"), []);
    assert_eq!(
        doubts("<?php if (md5($_GET['x']) == '0123456789abcdef0123456789abcdef') { echo $_GET['y']; }"),
        [true]
    );
}

/// What is read from a database may have been written by anybody, whatever function reads it.
#[test]
fn rows_are_untrusted_whichever_function_reads_them() {
    for read in [
        "mysql_result(mysql_query('SELECT 1'), 0)",
        "pg_fetch_result(pg_query('SELECT 1'), 0)",
        "pg_fetch_assoc(pg_query('SELECT 1'))['a']",
        "pg_fetch_row(pg_query('SELECT 1'))[0]",
        "pg_fetch_all(pg_query('SELECT 1'))[0]['a']",
    ] {
        assert_eq!(doubts(&format!("<?php echo {read};")), [false], "{read}");
        assert_eq!(doubts(&format!("<?php echo htmlspecialchars({read});")), [], "{read}");
    }
}
