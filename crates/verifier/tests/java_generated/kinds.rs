//! Every kind of instruction is generated, but for those that a compiler of Java never writes.

use std::collections::BTreeSet;

use verifier::front_java::class::Op;

use super::chance::Chance;
use super::generate::program;
use super::harness::compile;
use super::{folder, is_skipped, source};

/// The kind of an instruction. One that is added does not compile until it stands here.
fn kind(op: &Op) -> String {
    match op {
        Op::Nop => "Nop".to_owned(),
        Op::Null => "Null".to_owned(),
        Op::Constant(_) => "Constant".to_owned(),
        Op::Load(_) => "Load".to_owned(),
        Op::Store(_) => "Store".to_owned(),
        Op::Element => "Element".to_owned(),
        Op::StoreElement => "StoreElement".to_owned(),
        Op::Shuffle(how) => format!("Shuffle {how:?}"),
        Op::Arith(how, num) => format!("Arith {how:?} {num:?}"),
        Op::Negate(num) => format!("Negate {num:?}"),
        Op::Increment(..) => "Increment".to_owned(),
        Op::Convert(from, to) => format!("Convert {from:?} {to:?}"),
        Op::Narrow(to) => format!("Narrow {to:?}"),
        Op::Order(num, _) => format!("Order {num:?}"),
        Op::IfZero(how, _) => format!("IfZero {how:?}"),
        Op::IfInts(how, _) => format!("IfInts {how:?}"),
        Op::IfSame(how, _) => format!("IfSame {how:?}"),
        Op::IfNull(how, _) => format!("IfNull {how:?}"),
        Op::Goto(_) => "Goto".to_owned(),
        Op::Switch(..) => "Switch".to_owned(),
        Op::Return => "Return".to_owned(),
        Op::GetStatic(_) => "GetStatic".to_owned(),
        Op::PutStatic(_) => "PutStatic".to_owned(),
        Op::GetField(_) => "GetField".to_owned(),
        Op::PutField(_) => "PutField".to_owned(),
        Op::Invoke(how, _) => format!("Invoke {how:?}"),
        Op::Dynamic(..) => "Dynamic".to_owned(),
        Op::New(_) => "New".to_owned(),
        Op::NewArray(_) => "NewArray".to_owned(),
        Op::NewArrays(..) => "NewArrays".to_owned(),
        Op::Length => "Length".to_owned(),
        Op::Throw => "Throw".to_owned(),
        Op::Cast(_) => "Cast".to_owned(),
        Op::InstanceOf(_) => "InstanceOf".to_owned(),
        Op::Monitor => "Monitor".to_owned(),
        Op::Unsupported(_) => "Unsupported".to_owned(),
    }
}

/// Every kind. A compiler of Java writes no `Nop`, no `Swap` and no subroutine, the one kind that is not supported.
const KINDS: &[&str] = &[
    "Null",
    "Constant",
    "Load",
    "Store",
    "Element",
    "StoreElement",
    "Increment",
    "Goto",
    "Switch",
    "Return",
    "GetStatic",
    "PutStatic",
    "GetField",
    "PutField",
    "Dynamic",
    "New",
    "NewArray",
    "NewArrays",
    "Length",
    "Throw",
    "Cast",
    "InstanceOf",
    "Monitor",
];

/// The kinds that come in several forms, with the forms.
const FORMS: &[(&str, &[&str])] = &[
    ("Shuffle", &["Pop", "Pop2", "Dup", "DupX1", "DupX2", "Dup2", "Dup2X1", "Dup2X2"]),
    ("Arith Add", &["Int", "Long", "Float", "Double"]),
    ("Arith Sub", &["Int", "Long", "Float", "Double"]),
    ("Arith Mul", &["Int", "Long", "Float", "Double"]),
    ("Arith Div", &["Int", "Long", "Float", "Double"]),
    ("Arith Rem", &["Int", "Long", "Float", "Double"]),
    ("Arith Shl", &["Int", "Long"]),
    ("Arith Shr", &["Int", "Long"]),
    ("Arith Ushr", &["Int", "Long"]),
    ("Arith And", &["Int", "Long"]),
    ("Arith Or", &["Int", "Long"]),
    ("Arith Xor", &["Int", "Long"]),
    ("Negate", &["Int", "Long", "Float", "Double"]),
    ("Convert Int", &["Long", "Float", "Double"]),
    ("Convert Long", &["Int", "Float", "Double"]),
    ("Convert Float", &["Int", "Long", "Double"]),
    ("Convert Double", &["Int", "Long", "Float"]),
    ("Narrow", &["Byte", "Char", "Short"]),
    ("Order", &["Long", "Float", "Double"]),
    ("IfZero", &["Eq", "Ne", "Lt", "Ge", "Gt", "Le"]),
    ("IfInts", &["Eq", "Ne", "Lt", "Ge", "Gt", "Le"]),
    ("IfSame", &["Eq", "Ne"]),
    ("IfNull", &["Eq", "Ne"]),
    ("Invoke", &["Static", "Special", "Virtual"]),
];

#[test]
fn every_kind_of_instruction_is_generated() {
    let mut chance = Chance::new(1);
    let programs: Vec<_> = (0..1_500).map(|_| program(&mut chance)).collect();
    let folder = folder("kinds");
    let Some(compiled) = compile(&folder, &source(&programs)) else { return is_skipped() };
    let compiled = compiled.unwrap_or_else(|said| panic!("javac takes what is generated: {said}"));
    let mut seen = BTreeSet::new();
    for at in 0..programs.len() {
        for method in compiled.of(&format!("P{at}")).flat_map(|class| &class.methods) {
            seen.extend(method.body.iter().flat_map(|code| code.ops.iter().map(kind)));
        }
    }
    drop(std::fs::remove_dir_all(&folder));
    let forms = FORMS.iter().flat_map(|(kind, forms)| forms.iter().map(move |form| format!("{kind} {form}")));
    let wanted = KINDS.iter().map(|kind| (*kind).to_owned()).chain(forms);
    let missing: Vec<String> = wanted.filter(|kind| !seen.contains(kind)).collect();
    assert!(missing.is_empty(), "never generated: {missing:?}");
}
