//! Pages of PHP: requests, includes, what is skipped, excuses, annotations, settings, and the real php.

use serde_json::Value;

use crate::command::stringent;
use crate::files::{file, folder};

/// A page that writes a parameter.
const ECHO: &[u8] = b"<?php\n$name = $_GET['name'];\necho \"<p>Hello $name</p>\";\n";

#[test]
fn a_violation_is_a_request() {
    let page = file("pages/request/hello.php", ECHO);
    let run = stringent(&["check", &page]);
    assert_eq!(run.code, 1);
    for part in [
        "rule php-html, CWE-79, high, confinement",
        "request: http://localhost/hello.php?name=%3Ca",
        "as a command: curl 'http://localhost/hello.php?name=%3Ca'",
        "written: \"<p>Hello «<a»</p>\"",
        "help: htmlspecialchars(…, ENT_QUOTES) around $_GET['name'] makes this hold (proved)",
        "1 file, 1 property: 0 proved, 1 violated, 0 undecided; 0 skipped",
    ] {
        assert!(run.out.contains(part), "{part} in {}", run.out);
    }
}

#[test]
fn a_change_that_was_proved_is_a_fix() {
    let pages: [(&str, &[u8], &str, &str); 4] = [
        ("quoted", ECHO, "$name", "\" . htmlspecialchars($name, ENT_QUOTES) . \""),
        (
            "braced",
            b"<?php\necho \"<p>{$_GET['a']}</p>\";\n",
            "{$_GET['a']}",
            "\" . htmlspecialchars($_GET['a'], ENT_QUOTES) . \"",
        ),
        ("plain", b"<?php\nexec('ls ' . $_GET['f']);\n", "$_GET['f']", "escapeshellarg($_GET['f'])"),
        ("number", b"<?php\nmysql_query('SELECT ' . $_GET['n']);\n", "$_GET['n']", "(int) $_GET['n']"),
    ];
    for (name, text, before, after) in pages {
        let page = file(&format!("pages/fix/{name}.php"), text);
        let run = stringent(&["check", "--format", "sarif", &page]);
        let report: Value = serde_json::from_str(&run.out).expect("the report is JSON");
        let told = &report["runs"][0]["results"][0]["fixes"];
        let replacement = &told[0]["artifactChanges"][0]["replacements"][0];
        assert_eq!(replacement["insertedContent"]["text"], after, "{name}: {report}");
        let region = &replacement["deletedRegion"];
        let line = region["startLine"].as_u64().expect("a line is a number") as usize;
        let line = String::from_utf8_lossy(text).lines().nth(line - 1).map(str::to_owned);
        let column = |key: &str| region[key].as_u64().expect("a column is a number") as usize - 1;
        let deleted = line.as_deref().and_then(|line| line.get(column("startColumn")..column("endColumn")));
        assert_eq!(deleted, Some(before), "{name}");
        // The text that is told makes the page safe.
        let fixed = String::from_utf8_lossy(text).replacen(before, after, 2);
        let fixed = if name == "quoted" { fixed.replacen(after, before, 1) } else { fixed };
        let fixed = file(&format!("pages/fix/{name}_fixed.php"), fixed.as_bytes());
        assert_eq!(stringent(&["check", &fixed]).code, 0, "{name}");
    }
    // Of a heredoc none of the changes is right, and of an escape that needs a connection none is known.
    let without: [&[u8]; 2] = [
        b"<?php\necho <<<END\n<p>{$_GET['a']}</p>\nEND;\n",
        b"<?php\nmysql_query(\"SELECT '\" . $_GET['n'] . \"'\");\n",
    ];
    for (at, text) in without.into_iter().enumerate() {
        let page = file(&format!("pages/fix/none{at}.php"), text);
        let run = stringent(&["check", "--format", "sarif", &page]);
        assert!(run.out.contains("help: ") && !run.out.contains("\"fixes\""), "{}", run.out);
    }
}

#[test]
fn sinks_that_no_run_comes_to_are_told() {
    let page = file(
        "pages/unreachable/page.php",
        b"<?php\nclass C {}\nfunction unused($x) { echo $x; }\nfunction half($x) {\n  return 1;\n  echo $x;\n}\n\
        half(1);\nif (false) { mysql_query($_GET['a']); }\n$c = new C();\n$text = \"$c\";\neval($_GET['b']);\n",
    );
    let run = stringent(&["check", &page]);
    for line in [6, 9, 12] {
        assert!(run.out.contains(&format!("page.php:{line}:")), "{line} in {}", run.out);
    }
    assert!(run.out.contains("no run of this page comes here"), "{}", run.out);
    assert!(run.out.contains("0 proved, 0 violated, 0 undecided, 3 unreachable"), "{}", run.out);
    // What was written before is judged as ever.
    let page = file("pages/unreachable/ends.php", b"<p>\n<?php exit;\necho $_GET['a'];\n");
    let run = stringent(&["check", &page]);
    assert!(run.out.contains("1 proved, 0 violated, 0 undecided, 1 unreachable"), "{}", run.out);
}

#[test]
fn what_is_caught_is_judged() {
    let text = b"<?php\ntry {\n  $db = new PDO('x');\n} catch (Exception $e) {\n  echo $_GET['a'];\n}\n";
    let page = file("pages/caught/page.php", text);
    let run = stringent(&["check", &page]);
    assert!(run.out.contains("page.php:5:") && run.out.contains("1 violated"), "{}", run.out);
}

#[test]
fn pages_that_share_a_process_have_the_answers_of_their_own() {
    let texts: [&[u8]; 4] =
        [ECHO, b"<p><?php echo (int) $_GET['n'];", b"<?php echo 'a", b"<?php require 'none.php'; echo 'b';"];
    for at in 0..16 {
        file(&format!("pages/shared/page{at:02}.php"), texts[at % 4]);
    }
    let pages = folder(&file("pages/shared/page00.php", texts[0]));
    let together = stringent(&["check", "-j", "1", "--format", "json", &pages]);
    // A limit is one of a file, so that each has its process.
    let apart = stringent(&["check", "-j", "1", "--timeout", "600", "--format", "json", &pages]);
    assert_eq!(together.out, apart.out);
    assert_eq!((together.code, apart.code), (1, 1));
    assert_eq!(together.out.matches("it does not parse").count(), 4);
}

#[test]
fn the_real_php_confirms_violations() {
    let pages: [(&str, &[u8]); 10] = [
        ("html", ECHO),
        (
            "columns",
            b"<?php $row = mysql_fetch_assoc(mysql_query('SELECT 1'));\n\
            if ($row['kind'] === 'open') { echo $row['name']; }",
        ),
        ("lines", b"<?php exec('date', $lines); echo $lines[1];"),
        ("handler", b"<body onload=\"f('<?= htmlspecialchars($_GET['a'], ENT_QUOTES) ?>')\">"),
        ("escape", b"<script>f('<?= htmlspecialchars(str_replace(\"\\n\", '', $_GET['a'])) ?>');</script>"),
        ("request", b"<?php if (isset($_REQUEST['a'])) { mysql_query(\"SELECT '{$_REQUEST['a']}'\"); }"),
        ("sql", b"<?php mysql_query(\"SELECT '\" . $_POST['a'] . \"'\");"),
        ("shell", b"<?php system('ls ' . $_COOKIE['a']);"),
        ("code", b"<?php eval('$x = ' . $_GET['a'] . ';');"),
        ("include", b"<?php include 'pages/' . $_GET['a'];"),
    ];
    for (name, text) in pages {
        let page = file(&format!("pages/replay/{name}.php"), text);
        let run = stringent(&["check", "--replay", &page]);
        assert!(run.out.contains("replay: confirmed by the real php"), "{name}: {}", run.out);
    }
}

#[test]
fn what_php_does_otherwise_is_not_confirmed() {
    // The model takes what is serialized for a string, and php throws.
    let page = file(
        "pages/replay/other.php",
        b"<?php function f(array $x) { return 1; } f($_GET['a']); echo $_GET['a'];",
    );
    let run = stringent(&["check", "--replay", &page]);
    assert!(!run.out.contains("replay: confirmed"), "{}", run.out);
    // The quote that php writes is the page's.
    let quoted = file("pages/replay/quoted.php", b"<p title=\"<?= unheard_of($_GET['a']) ?>\">");
    let run = stringent(&["check", "--replay", &quoted]);
    assert!(run.out.contains("1 undecided"), "{}", run.out);
}

#[test]
fn requests_are_tried_where_a_page_is_undecided() {
    let check = |name: &str, text: &str, options: &[&str]| {
        let page = file(&format!("pages/probe/{name}.php"), text.as_bytes());
        stringent(&[&["check", &page], options].concat())
    };
    let names = "function names() { foreach ($_GET as $key => $value) { yield $key; } }\n";
    let unsafe_page = format!("<?php {names}foreach (names() as $name) {{ echo $name; }}");
    assert_eq!(check("keys", &unsafe_page, &[]).code, 3);
    let run = check("keys", &unsafe_page, &["--replay"]);
    assert_eq!(run.code, 1, "{}", run.out);
    assert!(run.out.contains("replay: confirmed by the real php"), "{}", run.out);
    let safe_page = unsafe_page.replace("echo $name", "echo htmlspecialchars($name)");
    assert_eq!(check("escaped", &safe_page, &["--replay"]).code, 3);
    // The folder is the page's own.
    let folder = "<?php @include 'texts/' . basename($_GET['name']) . '.php';";
    assert_ne!(check("folder", folder, &["--replay"]).code, 1);
}

#[test]
fn variables_of_a_fragment_are_unknown() {
    let fragment = |name: &str, text: &str| file(&format!("pages/fragments/{name}.php"), text.as_bytes());
    // Nothing here assigns what is read, and nothing of a request is read: others include it.
    for (name, text) in [
        ("title", "<p><?= $title ?></p>"),
        ("guarded", "<?php if (isset($user)) { echo \"<b>$user</b>\"; }"),
        ("rows", "<?php foreach ($rows as $row) { echo '<li>' . $row['name'] . '</li>'; }"),
        ("global", "<?php function f() { global $text; return $text; } echo f();"),
        ("reference", "<?php function f(&$text) { echo $text; } f($title);"),
        ("method", "<?php echo $this->title;"),
    ] {
        let run = stringent(&["check", &fragment(name, text)]);
        assert_eq!(run.code, 3, "{name}: {}", run.out);
    }
    // A page that is requested finds its variables unset, unless another one includes it.
    let page = "<?php if (isset($_GET['a'])) { $text = htmlspecialchars($_GET['a']); } echo $text;";
    let page = fragment("folder/page", page);
    assert_eq!(stringent(&["check", &page]).code, 0);
    fragment("folder/main", "<?php $text = '<b>'; require_once __DIR__ . '/page.php';");
    let folder = page.trim_end_matches("/page.php");
    let run = stringent(&["check", folder]);
    assert!(run.out.contains("it fails if $text is"), "{}", run.out);
}

#[test]
fn a_violation_is_reported_at_the_value() {
    let text = b"<body onload=\"f('<?= htmlspecialchars($_GET['a']) ?>')\">\n<p><?= htmlspecialchars($_GET['b']) ?></p>";
    let page = file("pages/told/page.php", text);
    let run = stringent(&["check", &page]);
    assert!(run.out.contains("page.php:1:18") && run.out.contains("1 proved, 1 violated"), "{}", run.out);
    assert!(run.out.contains("isset(_GET['a']) = true"), "{}", run.out);
}

#[test]
fn includes_are_followed_inside_the_given_paths() {
    file("pages/include/lib/show.php", b"<?php\nfunction show($text) { echo \"<b>$text</b>\"; }\n");
    let page = file("pages/include/page.php", b"<?php include 'lib/show.php'; show($_GET['x']);");
    let whole = stringent(&["check", &folder(&page)]);
    assert!(whole.out.contains("lib/show.php:2:24"), "{}", whole.out);
    assert!(whole.out.contains("1 violated") && whole.out.contains("0 skipped"), "{}", whole.out);
    let alone = stringent(&["check", &page]);
    assert!(alone.out.contains("included by") && alone.out.contains("; 1 skipped"), "{}", alone.out);
}

#[test]
fn the_rest_is_analysed_beside_bad_files() {
    let broken = file("pages/bad/broken.php", b"<?php if (");
    file("pages/bad/latin.php", b"<?php // \xe9\xff\necho '\xe9' . $_GET['x'];");
    file("pages/bad/missing.php", b"<?php include 'nowhere.php'; echo '<p>fine</p>';");
    let mut large = b"<?php\n".to_vec();
    while large.len() < 1 << 20 {
        large.extend_from_slice(b"echo '<p>a line of a long page</p>';\n");
    }
    large.extend_from_slice(b"echo $_GET['x'];\n");
    file("pages/bad/large.php", &large);
    let run = stringent(&["check", "--timeout", "60", &folder(&broken)]);
    assert_eq!(run.code, 1);
    for part in [
        "broken.php: it does not parse",
        "nowhere.php: included by",
        "latin.php:2:1",
        "large.php:",
        "2 skipped",
    ] {
        assert!(run.out.contains(part), "{part} in {}", run.out);
    }
    assert!(run.out.contains("2 violated"), "{}", run.out);
}

#[test]
fn comments_and_baselines_excuse() {
    let text = b"<?php\n// stringent: ignore php-html -- only the admin comes here\necho $_GET['a'];\necho $_GET['b'];\n// stringent: ignore php-sql -- nothing\n";
    let page = file("pages/excuse/page.php", text);
    let run = stringent(&["check", &page]);
    assert!(run.out.contains("suppressed: only the admin comes here"), "{}", run.out);
    assert!(run.out.contains("page.php:5: the comment excuses nothing"), "{}", run.out);
    assert!(run.out.contains("1 violated, 0 undecided, 1 suppressed"), "{}", run.out);
    let known = format!("{}/known.txt", folder(&page));
    assert_eq!(stringent(&["check", "--write-baseline", &known, &page]).code, 1);
    let run = stringent(&["check", "--baseline", &known, &page]);
    assert_eq!(run.code, 0, "{}", run.out);
    assert!(run.out.contains("0 violated, 0 undecided, 1 suppressed, 1 known"), "{}", run.out);
    file("pages/excuse/page.php", b"<?php echo 1;");
    let run = stringent(&["check", "--baseline", &known, &page]);
    assert!(run.out.contains("1 of 1 are stale"), "{}", run.out);
}

#[test]
fn annotations_and_flows() {
    let page = file("pages/formats/hello.php", ECHO);
    let run = stringent(&["check", "--format", "github", &page]);
    assert!(run.out.contains("::error file=") && run.out.contains(",line=3,endLine=3,col=1,"), "{}", run.out);
    assert!(run.out.contains("title=php-html (CWE-79)::violated"), "{}", run.out);
    let run = stringent(&["check", "--format", "sarif", &page]);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let result = &report["runs"][0]["results"][0];
    assert_eq!(result["ruleId"], "php-html");
    let steps = result["codeFlows"][0]["threadFlows"][0]["locations"].as_array().expect("a flow");
    assert!(steps.len() > 1);
    let index = result["ruleIndex"].as_u64().expect("a number") as usize;
    let rule = &report["runs"][0]["tool"]["driver"]["rules"][index];
    assert_eq!(rule["id"], "php-html");
    assert_eq!(rule["properties"]["tags"][1], "external/cwe/cwe-079");
}

#[test]
fn a_project_says_what_its_functions_do() {
    let text =
        b"<?php echo word($_GET['b']); run(read_it()); echo \"<i>\" . $_GET['c']; mysql_query('SELECT ' . clean($_GET['a']));";
    let page = file("pages/config/page.php", text);
    let config = file(
        "pages/config/shop.toml",
        br#"[php]
sources = ["read_it"]
sinks = [{ function = "run", rule = "php-shell" }]
sanitisers = [{ function = "clean" }, { function = "word", language = "/[a-z]*/" }]
attacks = [{ name = "script", pattern = "/<script/i", rules = ["php-html"] }]
"#,
    );
    let run = stringent(&["check", "--config", &config, "--format", "json", &page]);
    let report: Value = serde_json::from_str(&run.out).expect("JSON");
    let told: Vec<(&str, &str)> = report["properties"]
        .as_array()
        .expect("a list")
        .iter()
        .filter_map(|property| Some((property["rule"].as_str()?, property["verdict"].as_str()?)))
        .collect();
    let expected = [
        ("php-attack", "proved"),
        ("php-html", "proved"),
        ("php-shell", "violated"),
        ("php-attack", "violated"),
        ("php-html", "violated"),
        ("php-sql", "proved"),
    ];
    assert_eq!(told, expected);
    let wrong = file("pages/config/wrong.toml", b"[php]\nsource = []\n");
    assert_eq!(stringent(&["check", "--config", &wrong, &page]).code, 2);
}

/// `MyEasyMarket` with the policy of [YBI09 §1]: what is shorter than `<script` is no attack, whatever else it is.
#[test]
fn a_limit_below_the_attack_is_enough_for_its_rule() {
    let config = file(
        "pages/limit/attack.toml",
        br#"[php]
attacks = [{ name = "script", pattern = "/<script/", rules = ["php-html"] }]
"#,
    );
    let example = concat!(env!("CARGO_MANIFEST_DIR"), "/../../examples/php/market_limit.php");
    let text = std::fs::read_to_string(example).expect("the example is there");
    let told = |limit: &str| {
        let page = file("pages/limit/market.php", text.replace("20", limit).as_bytes());
        let run = stringent(&["check", "--config", &config, "--format", "json", &page]);
        let report: Value = serde_json::from_str(&run.out).expect("JSON");
        let attack = report["properties"].as_array().expect("a list")[0].clone();
        assert_eq!(attack["rule"], "php-attack");
        (attack["verdict"].as_str().map(str::to_owned), attack["suggestion"].as_str().map(str::to_owned))
    };
    assert_eq!(told("7"), (Some("proved".to_owned()), None));
    let (verdict, suggestion) = told("20");
    assert_eq!(verdict.as_deref(), Some("violated"));
    let suggestion = suggestion.expect("something helps");
    assert!(suggestion.contains("a greatest length of 6, not 19, in line 7"), "{suggestion}");
}

#[test]
fn a_labelled_page_without_anything_to_judge_is_no_success() {
    file("pages/labelled/open.php", ECHO);
    file("pages/labelled/escaped.php", b"<?php echo htmlspecialchars($_GET['name']);\n");
    file("pages/labelled/constant.php", b"<?php echo 'hello';\n");
    file("pages/labelled/silent.php", b"<?php $name = $_GET['name'];\n");
    let table =
        |rows: &str| file("pages/labelled/tasks.tsv", format!("input\tcwe\texpected\n{rows}").as_bytes());
    let safe = "escaped.php\tCWE_79\tsafe\nconstant.php\tCWE_79\tsafe\nsilent.php\tCWE_79\tsafe\nopen.php\tCWE_79\tunsafe\n";
    let labelled = folder(&table(safe));
    let run = stringent(&["measure", &labelled, "--each"]);
    assert_eq!(run.code, 0, "{}", run.out);
    for (word, page) in [
        ("proved\tsafe", "escaped"),
        ("proved\tsafe", "constant"),
        ("idle\tsafe", "silent"),
        ("violated\tunsafe", "open"),
    ] {
        let is_it = |line: &str| line.starts_with(word) && line.contains(page);
        assert!(run.out.lines().any(is_it), "{word} {page} in {}", run.out);
    }
    table("silent.php\tCWE_79\tunsafe\n");
    assert_eq!(stringent(&["measure", &labelled]).code, 1);
}
