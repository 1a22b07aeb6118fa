//! Writes archives, right and wrong ones.

use miniz_oxide::deflate::compress_to_vec;

/// How an entry is packed.
#[derive(Clone, Copy)]
pub(crate) enum Packing {
    Stored,
    Deflated,
}

#[derive(Clone)]
struct Entry {
    name: String,
    method: u16,
    packed: Vec<u8>,
    said_packed: u32,
    size: u32,
    checksum: u32,
}

/// An archive to be written.
#[derive(Clone, Default)]
pub(crate) struct Zip {
    entries: Vec<Entry>,
}

fn size(bytes: &[u8]) -> u32 {
    u32::try_from(bytes.len()).expect("archives of tests are small")
}

fn short(number: usize) -> [u8; 2] {
    u16::try_from(number).expect("archives of tests are small").to_le_bytes()
}

fn checksum(bytes: &[u8]) -> u32 {
    let mut sum = u32::MAX;
    for byte in bytes {
        sum ^= u32::from(*byte);
        for _ in 0..8 {
            sum = if sum & 1 == 1 { (sum >> 1) ^ 0xedb8_8320 } else { sum >> 1 };
        }
    }
    !sum
}

impl Zip {
    /// With one more entry.
    pub(crate) fn with(mut self, name: &str, content: &[u8], packing: Packing) -> Zip {
        let (method, packed) = match packing {
            Packing::Stored => (0, content.to_vec()),
            Packing::Deflated => (8, compress_to_vec(content, 6)),
        };
        let (said_packed, size, checksum) = (size(&packed), size(content), checksum(content));
        self.entries.push(Entry { name: name.to_owned(), method, packed, said_packed, size, checksum });
        self
    }

    /// The entries lie about their sizes.
    pub(crate) fn with_size(mut self, size: u32) -> Zip {
        self.entries.iter_mut().for_each(|entry| entry.size = size);
        self
    }

    /// The entries lie about their packed sizes.
    pub(crate) fn with_packed(mut self, size: u32) -> Zip {
        self.entries.iter_mut().for_each(|entry| entry.said_packed = size);
        self
    }

    /// The entries lie about their content.
    pub(crate) fn with_checksum(mut self, checksum: u32) -> Zip {
        self.entries.iter_mut().for_each(|entry| entry.checksum = checksum);
        self
    }

    /// The bytes, after others.
    pub(crate) fn written(&self, before: &[u8]) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        for entry in &self.entries {
            let at = size(&bytes);
            entry.local(&mut bytes);
            entry.central(at, &entry.name, &mut directory);
        }
        end(&mut bytes, &directory, self.entries.len());
        [before, &bytes].concat()
    }

    /// The first entry once, under so many names of one length.
    pub(crate) fn repeated(&self, times: usize) -> Vec<u8> {
        let (mut bytes, mut directory) = (Vec::new(), Vec::new());
        let entry = &self.entries[0];
        entry.local(&mut bytes);
        for number in 0..times {
            let name = format!("{number:06}{}", entry.name);
            entry.central(0, &name, &mut directory);
        }
        end(&mut bytes, &directory, times);
        bytes
    }
}

impl Entry {
    fn local(&self, bytes: &mut Vec<u8>) {
        bytes.extend(b"PK\x03\x04\x14\0\0\0");
        bytes.extend(self.method.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(self.said_packed.to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        bytes.extend(short(self.name.len()));
        bytes.extend([0; 2]);
        bytes.extend(self.name.as_bytes());
        bytes.extend(&self.packed);
    }

    fn central(&self, at: u32, name: &str, bytes: &mut Vec<u8>) {
        bytes.extend(b"PK\x01\x02\x14\0\x14\0\0\0");
        bytes.extend(self.method.to_le_bytes());
        bytes.extend([0; 4]);
        bytes.extend(self.checksum.to_le_bytes());
        bytes.extend(self.said_packed.to_le_bytes());
        bytes.extend(self.size.to_le_bytes());
        bytes.extend(short(name.len()));
        bytes.extend([0; 12]);
        bytes.extend(at.to_le_bytes());
        bytes.extend(name.as_bytes());
    }
}

fn end(bytes: &mut Vec<u8>, directory: &[u8], count: usize) {
    let start = size(bytes);
    bytes.extend(directory);
    bytes.extend(b"PK\x05\x06\0\0\0\0");
    bytes.extend(short(count));
    bytes.extend(short(count));
    bytes.extend(size(directory).to_le_bytes());
    bytes.extend(start.to_le_bytes());
    bytes.extend([0; 2]);
}
