//! Pages that show one construct of PHP each: what is exploitable is never proved, what is safe is never violated.
//!
//! A row says what the page must be: `violated`, `proved`, or `open`, for a page that is exploitable and has a gap. What
//! each page does was seen with the real php.

use verifier::php::{Config, Lowered, Project, Source, lower};
use verifier::{Exploits, Options, Verdict, open_gap_of_assertion, open_gap_of_page, verify};

const PAGES: &[(&str, &str)] = &[
    ("violated", "$a=['k'=>'ok']; $r=&$a['k']; $r=$_GET['x']; echo $a['k'];"),
    ("violated", "$a=['ok']; $b=&$a[0]; $c=$a; $b=$_GET['x']; echo $c[0];"),
    ("violated", "$a='ok'; $b=&$a; unset($a); $b=$_GET['x']; echo $b;"),
    ("violated", "class A{static $s='ok';} $r=&A::$s; $r=$_GET['x']; echo A::$s;"),
    ("violated", "$x='ok'; $f=function() use(&$x){echo $x;}; $x=$_GET['x']; $f();"),
    ("proved", "$x='ok'; $f=function() use($x){echo $x;}; $x=$_GET['x']; $f();"),
    ("violated", "$x=$_GET['x']; $f=fn()=>$x; $x='ok'; echo $f();"),
    ("violated", "function f(){global $g; $g=$_GET['x'];} $g='ok'; if(isset($_GET['x'])){f();} echo $g;"),
    ("violated", "function s(){$GLOBALS['g']=$_GET['x'];} $g='ok'; s(); echo $g;"),
    ("violated", "echo $GLOBALS['_GET']['x'];"),
    (
        "violated",
        "class A{static function e($s){return htmlspecialchars($s);} static function o($s){echo static::e($s);}} class B extends A{static function e($s){return $s;}} B::o($_GET['x']);",
    ),
    (
        "violated",
        "trait S{function e($s){return htmlspecialchars($s);}} trait T{function e($s){return $s;}} class B{use S,T{T::e insteadof S;}} echo (new B)->e($_GET['x']);",
    ),
    (
        "violated",
        "class P{function __construct(protected string $v='ok'){}} class C extends P{function out(){echo $this->v;}} (new C($_GET['x']))->out();",
    ),
    (
        "proved",
        "class A{private $v='ok'; function a(){return $this->v;}} class B extends A{public $v;} $b=new B; $b->v=$_GET['x']; echo $b->a();",
    ),
    ("violated", "class A{function __get($n){return $_GET['x'];}} $o=new A; echo $o->foo;"),
    ("violated", "class A{function __call($n,$a){return $a[0];}} echo (new A)->foo($_GET['x']);"),
    ("violated", "$a=['q'=>'ok']+$_GET; echo $a['x'];"),
    ("open", "$s='abc'; $s[0]='d'; echo $_GET['x']^$s;"),
    (
        "violated",
        "class E extends Exception{} try{throw new E($_GET['x']);}catch(RuntimeException $e){echo 'a';}catch(E $e){echo $e->getMessage();}",
    ),
    (
        "proved",
        "try{throw new LogicException('a');}catch(RuntimeException $e){echo $_GET['x'];}catch(LogicException $e){echo 'ok';}",
    ),
    (
        "violated",
        "try{throw new Exception('x');}catch(RuntimeException $e){exit;}catch(Exception $e){} echo $_GET['x'];",
    ),
    ("violated", "register_shutdown_function(function(){echo $_GET['x'];}); exit('ok');"),
    ("open", "function g(){yield $_GET['x'];} foreach(g() as $v) echo $v;"),
    ("open", "$a=$_GET['x']; goto e; $a='ok'; e: echo $a;"),
    ("open", "$a='ok'; eval('$a=$_GET[\"x\"];'); echo $a;"),
    ("open", "$m='ok'; include 'missing.php'; echo $m;"),
    ("open", "function f(&...$r){$r[0]=$_GET['x'];} $a='ok'; f($a); echo $a;"),
    ("open", "$a='ok'; $b='ok'; if(isset($_GET['q'])) $r=&$a; else $r=&$b; $r=$_GET['x']; echo $a;"),
    (
        "proved",
        "$l=[$_GET['x'],'b']; foreach($l as &$v){$v=htmlspecialchars($v);} unset($v); echo $l[0],$l[1];",
    ),
    ("proved", "function f(&$s){$s=htmlspecialchars($s);} $m=$_GET['x']; f($m); echo $m;"),
    (
        "open",
        "$x=$_GET['x']; register_shutdown_function(function() use(&$x){echo $x;}); intdiv(1,(int)$_GET['n']); $x='ok';",
    ),
    ("open", "ob_start(); echo $_GET['x']; $q=str_repeat('a',(int)$_GET['n']); ob_end_clean(); echo 'ok';"),
    ("open", "try{$s='abc'; $t=$s[$_GET['n']]; echo 'ok';}catch(TypeError $e){echo $_GET['x'];}"),
    ("open", "ini_set('error_prepend_string',$_GET['x']); ini_set('display_errors','1'); echo $undefined;"),
    ("proved", "ini_set('memory_limit','1G'); ini_set('display_errors','0'); echo 'ok';"),
    ("open", "$s='abc'; echo $s['k'] ?? $_GET['x'];"),
    ("open", "$s='abc'; if(!isset($s[5])) echo $_GET['x'];"),
    (
        "violated",
        "echo htmlspecialchars(double_encode: false, string: 'a').str_replace(subject: $_GET['x'], search: 'a', replace: 'b');",
    ),
    ("proved", "$p=$_GET['x']; $f=fn($p)=>$p; echo $f('ok');"),
    ("violated", "$p='ok'; $f=fn($p)=>$p; echo $f($_GET['x']);"),
    // What a class hides is not seen outside: php asks the magic methods, or throws.
    ("violated", "class A{private $v='ok'; function __get($n){return $_GET['x'];}} echo (new A)->v;"),
    (
        "violated",
        "class A{private function m(){return 'ok';} function __call($n,$a){return $_GET['x'];}} echo (new A)->m();",
    ),
    (
        "violated",
        "class A{private function m(){return $_GET['x'];} function r(){return $this->m();}} class B extends A{function m(){return 'ok';}} echo (new B)->r();",
    ),
    (
        "proved",
        "class A{private function m(){return 'ok';} function r(){return $this->m();}} class B extends A{function m(){return $_GET['x'];}} echo (new B)->r();",
    ),
    ("violated", "class A{protected $v='ok'; function __set($n,$w){echo $w;}} $a=new A; $a->v=$_GET['x'];"),
    ("violated", "class A{private $v='ok';} if(!isset((new A)->v)) echo $_GET['x'];"),
    ("violated", "class A{function __get($n){return 'ok';}} if(!isset((new A)->q)) echo $_GET['x'];"),
    ("violated", "class A{function __get($n){return 'ok';}} echo (new A)->q ?? $_GET['x'];"),
    ("violated", "class A{function __unset($n){echo $_GET['x'];}} $a=new A; unset($a->q);"),
    ("violated", "class A{private function __construct(){}} try{new A;}catch(Error $e){echo $_GET['x'];}"),
    ("violated", "abstract class A{} try{new A;}catch(Error $e){echo $_GET['x'];}"),
    // Types convert what they are given.
    (
        "violated",
        "class A{public bool $b=false;} $a=new A; $a->b=$_GET['x']; if($a->b===true) echo $_GET['x'];",
    ),
    ("violated", "class A{public string $s;} $a=new A; $a->s=5; if($a->s==='5') echo $_GET['x'];"),
    ("violated", "class A{public ?int $n=null;} $a=new A; $a->n='7'; if($a->n===7) echo $_GET['x'];"),
    ("violated", "class A{static int $n=0;} A::$n='7'; if(A::$n===7) echo $_GET['x'];"),
    ("open", "function f(int|float $n){return $n===7;} if(f('7')) echo $_GET['x'];"),
    ("proved", "function f(?string $s){return htmlspecialchars($s ?? '');} echo f($_GET['x'] ?? null);"),
    (
        "violated",
        "trait T{static $n='ok';} class A{use T;} class B{use T;} A::$n=$_GET['x']; B::$n='z'; echo A::$n;",
    ),
    // Whatever php does may throw.
    (
        "open",
        "try{json_decode($_GET['x'],false,512,JSON_THROW_ON_ERROR);}catch(JsonException $e){echo $_GET['x'];}",
    ),
    ("open", "try{array_combine([1],[2,3]);}catch(ValueError $e){echo $_GET['x'];}"),
    ("open", "try{1<<-1;}catch(ArithmeticError $e){echo $_GET['x'];}"),
    ("open", "try{$s='abc'; $s[]='d';}catch(Error $e){echo $_GET['x'];}"),
    ("open", "try{clone 5;}catch(Error $e){echo $_GET['x'];}"),
    ("open", "class A{public int $n;} $a=new A; try{echo $a->n;}catch(Error $e){echo $_GET['x'];}"),
    (
        "violated",
        "interface I{} class E extends Exception implements I{} try{throw new E;}catch(I $e){echo $_GET['x'];}",
    ),
    (
        "open",
        "declare(strict_types=1); function f(int $a){} try{f('5');}catch(TypeError $e){echo $_GET['x'];}",
    ),
    // Objects are compared and sorted by their texts.
    ("violated", "class A{function __toString(){return $_GET['x'];}} $a=new A; if($a==$_GET['y']) echo $a;"),
    ("open", "class A{function __toString(){echo $_GET['x']; return 'a';}} $l=[new A,'b']; sort($l);"),
    ("violated", "$m='ok'; call_user_func_array(function(&$r){$r=$_GET['x'];},[&$m]); echo $m;"),
    ("open", "error_log($_GET['x'],3,'php://output');"),
    // A variable on the left is read when the operator is applied; what a target names is evaluated first.
    ("violated", "$v='ok'; function f(){global $v; $v=$_GET['x']; return '';} echo $v.f();"),
    ("violated", "$v='ok'; function f(){global $v; $v=$_GET['x']; return '';} $v.=f(); echo $v;"),
    (
        "proved",
        "class O{function m(){global $v; $v=$_GET['x']; return '';}} $v='ok'; $o=new O; echo \"$v{$o->m()}\";",
    ),
    ("violated", "$i=0; $l=[]; $l[$i++]=$i; if($l[0]===1) echo $_GET['x'];"),
    ("violated", "$i=1; if($i+$i++===3) echo $_GET['x'];"),
    ("violated", "function k(){$GLOBALS['z']=$_GET['x']; return 0;} $z='ok'; $l[k()]=$z; echo $l[0];"),
    // A method that is not static has no object when its class is called.
    ("violated", "class A{function f(){}} try{A::f();}catch(Error $e){echo $_GET['x'];}"),
    (
        "violated",
        "class A{function f(){}} class B{function g(){A::f();}} try{(new B)->g();}catch(Error $e){echo $_GET['x'];}",
    ),
    (
        "violated",
        "class A{function f(){return $_GET['x'];}} class B extends A{function f(){return A::f();}} echo (new B)->f();",
    ),
    // Arguments by name.
    ("violated", "function f($m='raw',$v=''){if($m==='raw') echo $v;} f(v: $_GET['x']);"),
    (
        "violated",
        "try{throw new Exception('a', previous: new Exception($_GET['x']));}catch(Exception $e){echo $e->getPrevious()->getMessage();}",
    ),
    (
        "violated",
        "try{throw new Exception(...['message'=>$_GET['x']]);}catch(Exception $e){echo $e->getMessage();}",
    ),
    (
        "proved",
        "echo htmlspecialchars(encoding: 'UTF-8', string: $_GET['x'] ?? '', flags: ENT_QUOTES).htmlspecialchars($_GET['y'] ?? '', double_encode: true);",
    ),
    ("open", "echo htmlspecialchars(text: $_GET['x']);"),
    // What takes the place of a word may be a text of the outside.
    ("violated", "echo str_replace(['{a}','{b}'],[$_GET['x'],'ok'],'<p>{a}{b}');"),
    ("violated", "echo str_replace($_GET['w'],$_GET['x'],'<p>abc');"),
    ("proved", "echo str_replace(['{a}','{b}'],[htmlspecialchars($_GET['x'] ?? ''),'ok'],'<p>{a}{b}');"),
    ("violated", "$a=array_fill(2,2,$_GET['x']); echo $a[3];"),
    ("proved", "echo implode(',',array_fill(0,(int)$_GET['n'],'?')),implode(',',array_pad(['a'],3,'b'));"),
    ("violated", "echo array_pad(['a'],3,$_GET['x'])[2], 'b';"),
    ("violated", "$a=array_fill_keys(['k','l'],$_GET['x']); echo $a['l'];"),
    (
        "proved",
        "foreach(range(1,(int)($_GET['n'] ?? 9)) as $i) echo $i; foreach(range('a','z') as $c) echo $c;",
    ),
    ("violated", "foreach(range(1,3) as $i) if($i===3) echo $_GET['x'];"),
    ("proved", "echo PHP_VERSION, PHP_OS_FAMILY, SORT_NUMERIC|COUNT_RECURSIVE;"),
    ("violated", "if(PATHINFO_EXTENSION===4) echo $_GET['x'];"),
    ("violated", "try{echo htmlspecialchars(NO_SUCH_CONSTANT);}catch(Error $e){echo $_GET['x'];}"),
    ("proved", "for($i=1;$i<13;$i++){$m=str_pad((string)$i,2,'0',STR_PAD_LEFT); echo \"<p>$m\";}"),
    ("violated", "echo str_pad($_GET['x'],3,'0');"),
    ("proved", "exec(escapeshellcmd('ls -l').' '.escapeshellarg($_GET['x']??''));"),
    ("violated", "$c=new mysqli; foreach($c->query('SELECT 1') as $row) echo $row['x'];"),
    ("proved", "$c=new mysqli; foreach($c->query('SELECT 1') as $row) echo htmlspecialchars($row['x']);"),
    // Exceptions with a message or a text of their own.
    (
        "violated",
        "class E extends Exception{protected $message='a'; function __construct(){$this->message=$_GET['x'];}} try{throw new E;}catch(E $e){echo $e->getMessage();}",
    ),
    (
        "proved",
        "class E extends Exception{protected $message='a';} try{throw new E;}catch(E $e){echo $e->getMessage();}",
    ),
    ("open", "class E extends Exception{} try{throw new E($_GET['x']);}catch(E $e){echo $e;}"),
    ("violated", "$f=fn()=>1; if($f instanceof Closure) echo $_GET['x'];"),
    (
        "violated",
        "class A{function __construct(public &$v){} function s($v){$this->v=$v;}} $v='ok'; (new A($v))->s($_GET['x']); echo $v;",
    ),
];

fn lowered(code: &str) -> Lowered {
    let project = Project { find: &|_| None, config: &Config::default(), is_included: false };
    lower(&Source { name: "page.php".to_owned(), bytes: format!("<?php {code}").into_bytes() }, project)
}

/// The verdict on a page in one word.
fn word(code: &str) -> &'static str {
    let page = lowered(code);
    assert_eq!(page.diagnostics, [], "{code}");
    let options = Options::default();
    let properties = verify(&page.program, &options);
    let exploits = Exploits::of(&page, &options);
    let rules = || properties.iter().filter(|property| page.rule(property.checked.assertion()).is_some());
    let is_shown = |property: &verifier::Property| {
        matches!(property.checked.verdict(), Verdict::Violated(_))
            && exploits.weigh(property).exploit.is_some_and(|exploit| exploit.doubts.is_empty())
    };
    if rules().any(is_shown) {
        return "violated";
    }
    let holds = |property: &verifier::Property| {
        matches!(property.checked.verdict(), Verdict::Proved | Verdict::Unreachable)
    };
    let is_proved = rules().all(holds) && open_gap_of_page(&page, &properties).is_none();
    if is_proved { "proved" } else { "open" }
}

#[test]
fn constructs_are_modelled_or_gaps() {
    let wrong = PAGES.iter().filter_map(|(expected, code)| {
        let found = word(code);
        (found != *expected).then(|| format!("{found}, not {expected}: {code}"))
    });
    let wrong: Vec<String> = wrong.collect();
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Pages that run unknown code, and whether their query is proved all the same.
const UNKNOWN_CODE: &[(bool, &str)] = &[
    (true, "$q=intval($_GET['x']); mysql_query(\"SELECT $q\"); eval(\"f($q);\");"),
    (true, "$q=intval($_GET['x']); mysql_query(\"SELECT $q\"); include 'absent.php';"),
    // What stands behind it, in a loop with it, or in a function that it may call is open.
    (false, "$q=intval($_GET['x']); eval(\"f($q);\"); mysql_query(\"SELECT $q\");"),
    (false, "while(rand()){$q=intval($_GET['x']); mysql_query(\"SELECT $q\"); eval(\"f($q);\");}"),
    (
        false,
        "function g($q){mysql_query('SELECT '.intval($q));} g($_GET['x']); eval('f('.intval($_GET['x']).');');",
    ),
    (
        false,
        "try{eval('f('.intval($_GET['a']).');');}catch(Exception $e){mysql_query('SELECT '.intval($_GET['x']));}",
    ),
    // It may run the page again, and the variable is set then.
    (
        false,
        "if(!isset($q)){$q='a';} mysql_query(\"SELECT '$q'\"); $q=$_GET['q']; include 'p/'.basename($_GET['y']);",
    ),
    // A jump goes back.
    (false, "again: mysql_query('SELECT '.intval($_GET['x'])); goto again;"),
];

#[test]
fn unknown_code_changes_what_follows() {
    for (expected, code) in UNKNOWN_CODE {
        let page = lowered(code);
        let properties = verify(&page.program, &Options::default());
        let queries = properties.iter().filter(|property| {
            page.rule(property.checked.assertion()) == Some(verifier::php::policy::RuleId::Sql)
        });
        let verdicts: Vec<bool> = queries
            .map(|property| {
                let is_open =
                    open_gap_of_assertion(&page, &properties, property.checked.assertion()).is_some();
                matches!(property.checked.verdict(), Verdict::Proved) && !is_open
            })
            .collect();
        assert!(!verdicts.is_empty(), "{code}");
        assert_eq!(verdicts.iter().all(|proved| *proved), *expected, "{code}");
        assert!(open_gap_of_page(&page, &properties).is_some(), "{code}");
    }
}
