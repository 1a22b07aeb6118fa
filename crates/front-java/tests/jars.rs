//! Jars: what is in them is read, and what lies or would fill the memory is refused with a reason.

mod zip;

use front_java::jar::{Refused, open};
use zip::{Packing, Zip};

fn broken(bytes: &[u8]) -> String {
    match open(bytes) {
        Err(Refused::Broken(why)) => why,
        other => panic!("{other:?}"),
    }
}

fn too_large(bytes: &[u8]) -> String {
    match open(bytes) {
        Err(Refused::TooLarge(why)) => why,
        other => panic!("{other:?}"),
    }
}

#[test]
fn classes_and_the_main_class_are_read() {
    let manifest = b"Manifest-Version: 1.0\r\nMain-Class: a.B\r\n\r\n";
    let zip = Zip::default()
        .with("META-INF/MANIFEST.MF", manifest, Packing::Deflated)
        .with("a/B.class", b"stored", Packing::Stored)
        .with("a/C.class", &[7; 5000], Packing::Deflated)
        .with("a/notes.txt", b"not looked at", Packing::Stored);
    for before in [&b""[..], b"#!/bin/sh\nexec java -jar $0\n"] {
        let jar = open(&zip.written(before)).expect("a jar");
        assert_eq!(jar.main.as_deref(), Some("a/B"));
        let expected =
            [("a/B.class".to_owned(), b"stored".to_vec()), ("a/C.class".to_owned(), vec![7; 5000])];
        assert_eq!(jar.classes, expected);
        assert_eq!(jar.left_out, []);
    }
}

#[test]
fn what_no_jvm_would_load_is_left_out_with_its_reason() {
    let zip = Zip::default()
        .with("../../etc/Evil.class", b"x", Packing::Stored)
        .with("/Root.class", b"x", Packing::Stored)
        .with("lib/inner.jar", b"x", Packing::Stored)
        .with("META-INF/versions/9/a/B.class", b"x", Packing::Stored)
        .with("a/B.class", b"x", Packing::Stored);
    let jar = open(&zip.written(b"")).expect("a jar");
    assert_eq!(jar.classes.len(), 1);
    let left_out: Vec<&str> = jar.left_out.iter().map(|(name, _)| &**name).collect();
    assert_eq!(
        left_out,
        ["../../etc/Evil.class", "/Root.class", "lib/inner.jar", "META-INF/versions/9/a/B.class"]
    );
}

#[test]
fn bombs_are_refused_before_they_unpack() {
    let zeros = vec![0; 8 << 20];
    let bomb = Zip::default().with("A.class", &zeros, Packing::Deflated);
    assert!(too_large(&bomb.written(b"")).contains("compressed more than 100 times"));
    let large = Zip::default().with("A.class", &vec![0; 17 << 20], Packing::Deflated);
    assert!(too_large(&large.written(b"")).contains("A.class has more than"));
    // Each is within the limits, and all together are not.
    let said = Zip::default().with("A.class", b"", Packing::Stored).with_size(15 << 20).with_packed(1 << 20);
    assert!(too_large(&said.repeated(30)).contains("bytes of classes"));
    let many = Zip::default().with("A.class", b"", Packing::Stored);
    assert!(too_large(&many.repeated(60_000)).contains("entries"));
}

#[test]
fn sizes_that_lie_are_refused() {
    for packing in [Packing::Stored, Packing::Deflated] {
        let honest = Zip::default().with("A.class", &[5; 300], packing);
        assert!(open(&honest.written(b"")).is_ok());
        assert!(broken(&honest.clone().with_size(299).written(b"")).contains("size"));
        assert!(broken(&honest.clone().with_size(301).written(b"")).contains("size"));
        assert!(broken(&honest.with_checksum(1).written(b"")).contains("checksum"));
    }
    let far = Zip::default().with("A.class", &[5; 300], Packing::Stored).with_packed(1 << 20);
    assert!(broken(&far.written(b"")).contains("not where"));
}

#[test]
fn directories_that_are_broken_are_refused() {
    let bytes = Zip::default().with("A.class", b"abc", Packing::Stored).written(b"");
    for end in 0..bytes.len() {
        let _ = broken(&bytes[..end]);
    }
    let twice = Zip::default().with("A.class", b"a", Packing::Stored).with("A.class", b"b", Packing::Stored);
    assert!(broken(&twice.written(b"")).contains("twice"));
    let mut other_name = bytes.clone();
    other_name[30] = b'B';
    assert!(broken(&other_name).contains("not where"));
}

/// No byte that is changed makes it panic, and what is still read is what was written.
#[test]
fn mutants_never_crash() {
    let bytes = Zip::default()
        .with("A.class", &[9; 200], Packing::Deflated)
        .with("B.class", b"bbbb", Packing::Stored)
        .written(b"");
    for at in 0..bytes.len() {
        for change in [0x01, 0x80, 0xff] {
            let mut mutant = bytes.clone();
            mutant[at] ^= change;
            if let Ok(jar) = open(&mutant) {
                for (_, content) in jar.classes {
                    assert!(content == [9; 200] || content == b"bbbb", "byte {at}");
                }
            }
        }
    }
}
