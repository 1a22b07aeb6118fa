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
