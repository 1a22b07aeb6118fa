//! Random arguments: short texts over few letters, positions near the ends, numerals near the limits, lone surrogates.

use super::Datum;

/// A simple generator: the same values in every run.
pub(crate) struct Dice(pub(crate) u64);

/// Characters that some function treats in its own way, beside plain letters.
const ODD: &[u32] = &[
    0, 9, 10, 13, 0x1C, 0x20, 0x24, 0x5C, 0x7F, 0x85, 0xA0, 0xB5, 0xDF, 0xE9, 0xFF, 0x130, 0x131, 0x149,
    0x17F, 0x1C5, 0x2B0, 0x345, 0x3A3, 0x3C2, 0x3C3, 0x3B1, 0x660, 0x6F5, 0x966, 0x1E9E, 0x1F80, 0x1FFC,
    0x2003, 0x2028, 0x212A, 0x2167, 0x2460, 0x3007, 0x3042, 0x4E00, 0xD83D, 0xDE00, 0xD801, 0xDC00, 0xDC28,
    0xDBFF, 0xDFFF, 0xFB01, 0xFF10, 0xFF21, 0xFF5A, 0xFFFF,
];
const LIMITS: &[&str] = &[
    "127",
    "-128",
    "128",
    "-129",
    "32767",
    "-32768",
    "32768",
    "2147483647",
    "-2147483648",
    "2147483648",
    "-2147483649",
    "9223372036854775807",
    "-9223372036854775808",
    "9223372036854775808",
    "99999999999999999999",
    "7fffffff",
    "-80000000",
    "80000000",
    "+0",
    "-0",
    "00012",
    "+",
    "-",
    "",
    "0x1F",
    "-0X7",
    "#ff",
    "017",
    "1e5",
    "1.5f",
    " 3.25 ",
    "NaN",
    "-Infinity",
    "0x1.8p3",
    "true",
    "TRUE",
    "zz",
    "1111111111111111111111111111111",
    "10000000000000000000000000000000",
];

impl Dice {
    pub(crate) fn next(&mut self, below: u64) -> u64 {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        (self.0 >> 33) % below
    }

    pub(crate) fn unit(&mut self) -> u32 {
        match self.next(10) {
            0 => self.next(0x1_0000) as u32,
            1 | 2 => ODD[self.next(ODD.len() as u64) as usize],
            3 => u32::from(b"0123456789abcdefxXzZ"[self.next(20) as usize]),
            4 => self.next(128) as u32,
            _ => u32::from(b"aabbcABC 1,"[self.next(11) as usize]),
        }
    }

    /// A text, often one that has to do with another.
    pub(crate) fn text(&mut self, other: Option<&[u32]>) -> Vec<u32> {
        if let Some(other) = other
            && self.next(2) == 0
        {
            let mut ends =
                [self.next(other.len() as u64 + 1) as usize, self.next(other.len() as u64 + 1) as usize];
            ends.sort_unstable();
            return match self.next(4) {
                0 => other.to_vec(),
                1 => other[..ends[0]].to_vec(),
                2 => other[ends[1]..].to_vec(),
                _ => other[ends[0]..ends[1]].to_vec(),
            };
        }
        match self.next(8) {
            0 => LIMITS[self.next(LIMITS.len() as u64) as usize].encode_utf16().map(u32::from).collect(),
            1 => {
                let digits = self.next(12);
                let sign = ["", "-", "+"][self.next(3) as usize].encode_utf16().map(u32::from);
                sign.chain((0..digits).map(|_| 0x30 + self.next(10) as u32)).collect()
            }
            2 => (0..self.next(6)).map(|_| self.unit()).collect(),
            _ => {
                let letters = [self.unit(), self.unit(), u32::from(b'a')];
                (0..self.next(9)).map(|_| letters[self.next(3) as usize]).collect()
            }
        }
    }

    /// An integer of so many bits, signed, often one that has to do with a length.
    pub(crate) fn integer(&mut self, bits: u32, length: usize) -> i128 {
        let value = match self.next(10) {
            0..4 => i128::from(self.next(14)) - 2,
            4 | 5 => length as i128 + i128::from(self.next(5)) - 2,
            6 => {
                let extremes = [i64::MIN, i64::MAX, -1, 0, 1].map(i128::from);
                let narrow = (1_i128 << (bits - 1)) - 1;
                let all = [narrow, -narrow - 1, narrow - 1, extremes[self.next(5) as usize]];
                all[self.next(4) as usize]
            }
            7 => i128::from(self.unit()),
            8 => [0x1_0400, 0x1_F600, 0x10_FFFF, 0x11_0000, 0x1_0428, 2, 8, 10, 16, 36, 37]
                [self.next(11) as usize],
            _ => (i128::from(self.next(u64::MAX)) << 33) ^ i128::from(self.next(u64::MAX)),
        };
        let (half, whole) = (1_i128 << (bits - 1), 1_i128 << bits);
        (value + half).rem_euclid(whole) - half
    }

    /// A value of a type, by its descriptor; `length` and `other` say what it may have to do with.
    pub(crate) fn datum(&mut self, ty: &str, length: usize, other: Option<&[u32]>) -> Datum {
        match ty {
            "Z" | "Ljava/lang/Boolean;" => Datum::Int(i128::from(self.next(2))),
            "C" | "Ljava/lang/Character;" => {
                let from = other.filter(|other| !other.is_empty() && self.next(2) == 0);
                let picked = from.map(|other| other[self.next(other.len() as u64) as usize]);
                Datum::Int(i128::from(picked.unwrap_or_else(|| self.unit())))
            }
            "B" | "Ljava/lang/Byte;" => Datum::Int(self.integer(8, length)),
            "S" | "Ljava/lang/Short;" => Datum::Int(self.integer(16, length)),
            "I" | "F" | "Ljava/lang/Integer;" => Datum::Int(self.integer(32, length)),
            "J" | "D" | "Ljava/lang/Long;" => Datum::Int(self.integer(64, length)),
            "[B" => Datum::Text(self.text(other).into_iter().map(|unit| unit & 0xFF).collect()),
            _ if ty.starts_with("[L") => {
                Datum::Texts(elements(ty).iter().map(|ty| self.datum(ty, length, other)).collect())
            }
            _ if self.next(16) == 0 => Datum::Null,
            "Ljava/util/Locale;" => word(["", "en", "tr", "az", "lt", "de"][self.next(6) as usize]),
            "Ljava/nio/charset/Charset;" => {
                word(["UTF-8", "UTF-16", "US-ASCII", "ISO-8859-1"][self.next(4) as usize])
            }
            _ => Datum::Text(self.text(other)),
        }
    }
}

fn word(text: &str) -> Datum {
    Datum::Text(text.encode_utf16().map(u32::from).collect())
}

/// The types of the elements of an array, which may stand behind its own as in `[Ljava/lang/Object;:sd`: texts and ints.
pub(crate) fn elements(ty: &str) -> Vec<&'static str> {
    let letters = ty.split_once(':').map_or("ss", |(_, letters)| letters);
    letters.chars().map(|letter| if letter == 'd' { "I" } else { "" }).collect()
}
