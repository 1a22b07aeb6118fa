//! The zip format, as far as jars use it: a directory at the end, and entries that are stored or deflated.
//!
//! Every number is untrusted: each slice is taken with a check, and nothing is allocated by a number that a file says
//! before the caller has compared it with a limit. Bytes before the first entry are allowed, as in jars that are programs
//! of the shell too; ZIP64, parts on several disks and encryption are refused.

use std::collections::BTreeSet;

use miniz_oxide::inflate::decompress_to_vec_with_limit;

use super::Refused;

/// The bytes of an archive, and where its directory is.
pub(super) struct Archive<'a> {
    bytes: &'a [u8],
    /// The bytes before the archive itself.
    before: usize,
    directory: &'a [u8],
    count: usize,
}

/// An entry, as the directory tells it.
#[derive(Clone, Debug)]
pub(super) struct Entry {
    pub(super) name: String,
    /// How many bytes it has, unpacked and packed.
    pub(super) size: usize,
    pub(super) packed: usize,
    flags: u16,
    method: u16,
    checksum: u32,
    /// Where its local header is.
    at: usize,
}

/// The lengths of a header of the end, of the directory and of an entry, without what varies.
const END: usize = 22;
const CENTRAL: usize = 46;
const LOCAL: usize = 30;
/// The longest comment that may follow the end.
const COMMENT: usize = 0xffff;

fn broken(what: impl Into<String>) -> Refused {
    Refused::Broken(what.into())
}

/// A number of two bytes.
fn short(bytes: &[u8], at: usize) -> Option<u16> {
    Some(u16::from_le_bytes(bytes.get(at..at.checked_add(2)?)?.try_into().ok()?))
}

/// A number of four bytes.
fn long(bytes: &[u8], at: usize) -> Option<u32> {
    Some(u32::from_le_bytes(bytes.get(at..at.checked_add(4)?)?.try_into().ok()?))
}

/// A number of four bytes, as a size.
fn size(bytes: &[u8], at: usize) -> Option<usize> {
    long(bytes, at).and_then(|number| usize::try_from(number).ok())
}

impl<'a> Archive<'a> {
    /// Finds the directory.
    pub(super) fn of(bytes: &'a [u8]) -> Result<Archive<'a>, Refused> {
        let end = end(bytes).ok_or_else(|| broken("it has no end of a directory"))?;
        let fields = &bytes[end..];
        let read = |at: usize| short(fields, at).map(usize::from);
        let (Some(disk), Some(first), Some(here), Some(count)) = (read(4), read(6), read(8), read(10)) else {
            return Err(broken("its end is cut off"));
        };
        let (Some(length), Some(start)) = (size(fields, 12), size(fields, 16)) else {
            return Err(broken("its end is cut off"));
        };
        if count == 0xffff || length == 0xffff_ffff || start == 0xffff_ffff {
            return Err(Refused::TooLarge("it is a ZIP64 archive".to_owned()));
        }
        if disk != 0 || first != 0 || here != count {
            return Err(broken("it is in several parts"));
        }
        let begin = end.checked_sub(length).ok_or_else(|| broken("its directory leaves it"))?;
        let before = begin.checked_sub(start).ok_or_else(|| broken("its directory leaves it"))?;
        Ok(Archive { bytes, before, directory: &bytes[begin..end], count })
    }

    /// How many entries there are said to be.
    pub(super) fn count(&self) -> usize {
        self.count
    }

    /// The entries, in order.
    pub(super) fn entries(&self) -> Result<Vec<Entry>, Refused> {
        let (mut rest, mut entries, mut seen) = (self.directory, Vec::new(), BTreeSet::new());
        for _ in 0..self.count {
            let (entry, more) = entry(rest).ok_or_else(|| broken("its directory is not well written"))?;
            if !seen.insert(entry.name.clone()) {
                return Err(broken(format!("{} is there twice", entry.name)));
            }
            entries.push(entry);
            rest = more;
        }
        if rest.is_empty() { Ok(entries) } else { Err(broken("its directory has more entries than it says")) }
    }

    /// The content of an entry, of exactly the size and the checksum that it says.
    pub(super) fn content(&self, entry: &Entry) -> Result<Vec<u8>, Refused> {
        let wrong = |what: &str| broken(format!("{} {what}", entry.name));
        if entry.flags & 1 != 0 {
            return Err(wrong("is encrypted"));
        }
        let packed = self.packed(entry).ok_or_else(|| wrong("is not where the directory says"))?;
        let content = match entry.method {
            0 => packed.to_vec(),
            8 => decompress_to_vec_with_limit(packed, entry.size)
                .map_err(|_| wrong("does not unpack to the size that it says"))?,
            _ => return Err(wrong("is packed in a way that is not known")),
        };
        if content.len() != entry.size {
            return Err(wrong("does not unpack to the size that it says"));
        }
        if checksum(&content) != entry.checksum {
            return Err(wrong("does not have the checksum that it says"));
        }
        Ok(content)
    }

    /// The packed bytes of an entry, when its local header agrees with the directory.
    fn packed(&self, entry: &Entry) -> Option<&'a [u8]> {
        let header = self.bytes.get(self.before.checked_add(entry.at)?..)?;
        if header.get(..4)? != b"PK\x03\x04" || short(header, 8)? != entry.method {
            return None;
        }
        let (name, extra) = (usize::from(short(header, 26)?), usize::from(short(header, 28)?));
        if header.get(LOCAL..LOCAL + name)? != entry.name.as_bytes() {
            return None;
        }
        let start = LOCAL + name + extra;
        header.get(start..start.checked_add(entry.packed)?)
    }
}

/// Where the header of the end is: the last one whose comment ends with the file.
fn end(bytes: &[u8]) -> Option<usize> {
    let last = bytes.len().checked_sub(END)?;
    let fits = |at: &usize| {
        bytes[*at..].starts_with(b"PK\x05\x06")
            && short(bytes, at + 20).is_some_and(|comment| at + END + usize::from(comment) == bytes.len())
    };
    (last.saturating_sub(COMMENT)..=last).rev().find(fits)
}

/// The first entry of a directory, and the rest of it.
fn entry(directory: &[u8]) -> Option<(Entry, &[u8])> {
    if directory.get(..4)? != b"PK\x01\x02" {
        return None;
    }
    let read = |at: usize| short(directory, at).map(usize::from);
    let (name, extra, comment) = (read(28)?, read(30)?, read(32)?);
    let text = directory.get(CENTRAL..CENTRAL + name)?;
    let entry = Entry {
        name: String::from_utf8(text.to_vec()).ok()?,
        flags: short(directory, 8)?,
        method: short(directory, 10)?,
        checksum: long(directory, 16)?,
        packed: size(directory, 20)?,
        size: size(directory, 24)?,
        at: size(directory, 42)?,
    };
    Some((entry, directory.get(CENTRAL + name + extra + comment..)?))
}

/// The cyclic redundancy check of zip, bit by bit.
fn checksum(bytes: &[u8]) -> u32 {
    let byte = |sum: u32, byte: &u8| {
        (0..8).fold(sum ^ u32::from(*byte), |sum, _| (sum >> 1) ^ (0xedb8_8320 & (sum & 1).wrapping_neg()))
    };
    !bytes.iter().fold(!0, byte)
}

#[cfg(test)]
mod tests {
    use super::checksum;

    #[test]
    fn the_checksum_is_that_of_zip() {
        assert_eq!(checksum(b"123456789"), 0xcbf4_3926);
        assert_eq!(checksum(b""), 0);
    }
}
