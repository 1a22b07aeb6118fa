//! What the outside may write where.
//!
//! A page is written with `«` and `»` around what the outside wrote.

use automata::{MARK, Symbol};
use front_php::policy::RuleId;

fn word(text: &str) -> Vec<Symbol> {
    let (mut mark, mut word) = (0, Vec::new());
    for character in text.chars() {
        match character {
            '«' => mark = MARK,
            '»' => mark = 0,
            _ => word.push(u32::from(character) | mark),
        }
    }
    word
}

fn keeps(rule: RuleId, text: &str) -> bool {
    rule.rule().policy().allowed.contains(&word(text))
}

#[test]
fn pages_keep_to_html() {
    let right = [
        "<p>«a & b»</p>",
        "<p>«1 < 2 and <»</p>",
        "<p title=\"«it's <b>»\">",
        "<p title='«say \"hi\"»'>",
        "<p title=«abc»>",
        "<input «5»=1>",
        "<!-- «--» x -->",
        "<!-- «-»-->",
        "<script>x = \"«a'b»\";</script>",
        "<script>x = '«\\'»';</script>",
        "<script>x = «-12.5»;</script>",
        "<style>a { color: «red» }</style>",
        "<a href=\"«http://a/?javascript:»\">",
        "<a href=\"/x?q=«javascript:»\">",
        "<textarea>«<b>»</textarea>",
        "<a onclick=\"f('«a»')\">",
        "<a onclick=\"f('«\\&#039;»')\">",
        // The tag has no end, so there is none.
        "<p title=\"«a\" onclick=x»",
        "<meta content=\"«a url=javascript:»\">",
        "<script src=\"/a.js?v=«1/2»\">",
        "<noscript>«a & b»</noscript>",
    ];
    let wrong = [
        "<p>«<b>»</p>",
        "<p>«<b»</p>",
        "<p>«</p>»",
        "<p>«<!--»",
        "<p title=\"«a\" onclick=x»>",
        "<p title='«'»>",
        "<p title=«a b»>",
        "<p «onclick»=x>",
        "<«script»>",
        "<!-- «-->»",
        "<script>x = \"«\"»;",
        "<script>x = '«\\»';",
        "<script>x = \"«</script>»",
        "<script>«alert(1)»",
        "<script>setInterval('«alert(1)»')",
        "<style>a { color: «red;x:expression(1)» }</style>",
        "<a href=\"«javascript:x»\">",
        "<a href=\"«java&#10;script:x»\">",
        "<a onclick=\"f('«'»')\">",
        "<a onclick=\"f('«&#039;»')\">",
        "<textarea>«</textarea>»",
    ];
    for text in right {
        assert!(keeps(RuleId::Html, text), "{text}");
    }
    for text in wrong {
        assert!(!keeps(RuleId::Html, text), "{text}");
    }
}

#[test]
fn corners_of_html_are_kept_to() {
    let wrong = [
        "<noscript><p title=\"«</noscript>»\">",
        "<xmp>«</xmp>»",
        "<object data=\"«javascript:x»\">",
        "<animate to=\"«javascript:x»\">",
        "<meta http-equiv=refresh content=\"0;url=«javascript:x»\">",
        "<script src=\"«//a/»\">",
        "<script src=\"//«a»/\">",
        "<script>// «\u{e2}\u{80}\u{a8}x»",
        "<script>x = \"«<script»",
        "<svg><script href=\"«data:»\">",
        "<script xlink:href='«//a»'>",
        "<base href=\"«//a»\">",
        "<iframe><p title=\"«</iframe>»\">",
        "<!--«>»",
        "<!--«->»",
        "<script>x = `${«alert»}`",
        "<script>new Function('«alert(1)»')",
    ];
    for text in wrong {
        assert!(!keeps(RuleId::Html, text), "{text}");
    }
    let right = [
        "<base href=\"/a/«x»\">",
        "<iframe src=\"/a?«x»\"></iframe><p>«a»",
        "<!--a«>»-->",
        "<script>x = `${y}«a»`; z = `$«a»`",
    ];
    for text in right {
        assert!(keeps(RuleId::Html, text), "{text}");
    }
}

#[test]
fn refreshes_are_read_as_browsers_read_them() {
    let wrong = [
        "<meta http-equiv=\"refresh\" content=\"«0;url=javascript:x»\">",
        "<meta content=\"0; URL = '«javascript:»'\" http-equiv=refresh>",
        "<META HTTP-EQUIV=' Refresh' CONTENT='0 «data:x»'>",
        "<meta http-equiv=refresh content=5,«javascript:»>",
        "<meta http-equiv=refresh content='0;url=«&#039;javascript:»'>",
        "<meta http-equiv=refresh content=\"0;«url='javascript:»'\">",
        "<meta http-equiv=refresh content='«&#48;»;url=/a'>",
    ];
    for text in wrong {
        assert!(!keeps(RuleId::Html, text), "{text}");
    }
    let right = [
        "<meta name=\"description\" content=\"«0;url=javascript:x»\">",
        "<meta http-equiv=refresh content=\"«5»;url=/home\">",
        "<meta http-equiv=refresh content='0;url=http://a/«javascript:»'>",
        "<meta http-equiv=refresh content='0;url=«http://a/&amp;b»'>",
        "<meta http-equiv=refresh content='«a &amp; b»'>",
    ];
    for text in right {
        assert!(keeps(RuleId::Html, text), "{text}");
    }
}

#[test]
fn queries_keep_to_sql() {
    let right = [
        "SELECT '«a\"b»'",
        "SELECT '«it\\'s»'",
        "SELECT '«it''s»'",
        "SELECT '«\\» '",
        "WHERE id=«12»",
        "WHERE id=«-1.5e10»)",
        "WHERE id=«1\n»",
        "-- «a'b»\nSELECT 1",
        "SELECT `«a'b»`",
    ];
    let wrong = [
        "SELECT '«'»'",
        "SELECT '«\\»'",
        "SELECT '«a' OR 1=1 -- »'",
        "WHERE id=«1 OR 1=1»",
        "WHERE id=«--1»",
        "WHERE id=-«-1»",
        "-- «\n»",
        "/* «*/» */",
        "SELECT `«`»`",
        "SELECT '«a»'«'»'",
    ];
    for text in right {
        assert!(keeps(RuleId::Sql, text), "{text}");
    }
    for text in wrong {
        assert!(!keeps(RuleId::Sql, text), "{text}");
    }
    assert!(!keeps(RuleId::SqlStandard, "SELECT '«it\\'s»'"));
}

/// Checks what a rule allows and what it forbids.
fn separates(rule: RuleId, right: &[&str], wrong: &[&str]) {
    for text in right {
        assert!(keeps(rule, text), "{text}");
    }
    for text in wrong {
        assert!(!keeps(rule, text), "{text}");
    }
}

#[test]
fn commands_keep_to_their_words() {
    let right = [
        "ls '«a b; c»'",
        "ls '«a'\\''b»'",
        "ls \"«a b; c'»\"",
        "ls \"«\\$x \\\"»\"",
        "cat pages/«a-b.txt»",
        "cat «a\\;b»",
        "ls # «; x»\nls",
        "find / -size=«3»",
    ];
    let wrong = [
        "ls '«'; x #»'",
        "ls '«'»'",
        "ls \"«\"»\"",
        "ls \"«$(x)»\"",
        "ls \"«`x`»\"",
        "ls \"«\\»\"",
        "ls «a b»",
        "ls «a;b»",
        "ls «*»",
        "ls «\\»; x",
        "«ls»",
        "ls; '«ls»'",
        "ls | «sh»",
        "ls # «\n»x",
    ];
    separates(RuleId::Shell, &right, &wrong);
}

#[test]
fn filters_keep_to_their_values() {
    let right = ["(cn=«a b&|!=»)", "(&(a=b)(cn=«\\2a»*))", "name='«x'»'"];
    let wrong = ["(cn=«*»)", "(cn=«a)(b=c»)", "(«cn»=a)", "(cn=«\\»)", "(cn=«\\2»a)", "«x»"];
    separates(RuleId::Ldap, &right, &wrong);
}

#[test]
fn xpath_keeps_to_its_strings() {
    let right = ["//u[@n='«a\"] »']", "//u[@n=\"«it's»\"]", "//u[@id=«-12.5»]", "//u[@id=«1.0E+25»]"];
    let wrong = ["//u[@n='«'»']", "//u[@id=«1 or 1=1»]", "//u[@id=«e»]", "//«u»"];
    separates(RuleId::XPath, &right, &wrong);
}

#[test]
fn evaluated_code_keeps_to_its_strings() {
    let right = [
        "$x = '«a\"$b»';",
        "$x = '«\\'»';",
        "$x = \"«a'b»\";",
        "$x = \"«\\\"»\";",
        "$x = «12»;",
        "// «a; b»\nx();",
        "/* «* /» */ x();",
        "echo $'«'; x(); //»';",
        " = '«'; x(); //»';",
    ];
    let wrong = [
        "$x = '«'»';",
        "$x = '«\\»';",
        "$x = \"«$b»\";",
        "$x = \"«{»$b}\";",
        "$x = \"«\\»x\";",
        "$x = «y»;",
        "$x«1» = 2;",
        "// «\n»",
        "// «?»>",
        "/* «*/»",
        "x ?> «a»",
        "$x = <<<«E»",
        "echo `«ls»`;",
    ];
    separates(RuleId::Code, &right, &wrong);
}

#[test]
fn paths_keep_to_their_folder() {
    let right = ["pages/«a.b».php", "«abc».php", "a/«..b»", "a/«...»", "../«a»", "a/x:«b:c»"];
    let wrong = [
        "pages/«../a».php",
        "a/«..»/b",
        "a/«..»",
        "a/.«.»",
        "«/etc»",
        "«data:»",
        "«a»:b",
        "a/«b\\c»",
        "a«\0».php",
    ];
    separates(RuleId::Include, &right, &wrong);
}

#[test]
fn redirects_keep_to_their_destination() {
    let right = [
        "Location: «abc».php",
        "location: /a?x=«http://b»",
        "Location: http://a.b/«c»",
        "Location: http://a.b/?«c&d/e»",
        "X-Name: «a//b»",
        "Refresh: «5»; url=/a",
        "Location: «a?b»",
    ];
    let wrong = [
        "Location: «http://b»",
        "Location: «//b»",
        "Location: /«/b»",
        "Location: /\t«/b»",
        "Location: «javascript:x»",
        "Location: http://«b»",
        "Location: http://a.b«.c»",
        "Location: «..»/x",
        "«Location»: x",
        "Refresh: 5; url=«//b»",
        "Refresh: 5; «url=/b»",
    ];
    separates(RuleId::Header, &right, &wrong);
    separates(RuleId::Redirect, &["/a/«b»", "a.php#«/x»"], &["«/x»", "«a:b»", "//«a»"]);
}

#[test]
fn what_is_steered_is_told_at_once_and_counts_with_the_end_of_its_tag() {
    let policy = RuleId::Html.rule().policy();
    let cases = [
        ("<p title=\"«\"»", "\"> "),
        ("<p onclick=\"f('«&#039;»", "')\">"),
        ("<p «on»", "=''>"),
        ("<p>«<a »", "</p>"),
    ];
    for (steered, end) in cases {
        assert!(
            keeps(RuleId::Html, steered) && !keeps(RuleId::Html, &format!("{steered}{end}")),
            "{steered}"
        );
        assert!(!policy.told.contains(&word(steered)), "{steered}");
    }
    for kept in ["<p title=\"«'»", "<p onclick=\"f('«&quot;\\»", "<p>«1 < 2»", "<p «5»"] {
        assert!(policy.told.contains(&word(kept)), "{kept}");
    }
    assert_eq!(policy.told_but(policy.steered()), policy.allowed);
    assert_eq!(policy.told_but(&[]), policy.told);
}

#[test]
fn shortened_outputs_lead_to_the_same_states() {
    let policy = RuleId::Html.rule().policy();
    let pieces = [
        "<h1>Hello World!</h1><p class=\"a b\">x</p>",
        "<script src='a.js'>var x = 1; f(\"",
        "«a»\"); </script><!-- c --",
        "> <a href=\"/«x»",
        "\" onclick=\"f('",
        "</style><br />\n\n<td>",
    ];
    for before in pieces {
        let canonical = policy.shorten(&word(before));
        for piece in pieces {
            let short = policy.without_loops(&word(piece));
            assert!(short.len() <= word(piece).len());
            for after in pieces {
                let whole = [word(before), word(piece), word(after)].concat();
                let other = [canonical.clone(), short.clone(), word(after)].concat();
                let (whole, other) = (policy.allowed.contains(&whole), policy.allowed.contains(&other));
                assert_eq!(whole, other, "{before} {piece} {after}");
            }
        }
    }
}
