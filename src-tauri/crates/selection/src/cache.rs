//! Computed vectors, stored in one file per model.

use crate::about::{Fingerprint, Half};
use sha2::{Digest, Sha256};
use std::collections::HashMap;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::Path;

/// The magic number of a file of vectors, so that another format is not taken for this one.
const MAGIC: &[u8; 8] = b"vectors1";
const KEY: usize = 32;
/// The tolerated deviation of a stored vector's length from one. A damaged vector deviates more.
const TOLERANCE: f32 = 1e-3;

/// A file that only grows. A record cut off by a crash is written again.
#[derive(Debug)]
pub struct VectorCache {
    file: File,
    dimensions: usize,
    /// The record of each text.
    records: HashMap<Half, u32>,
    count: u32,
}

impl VectorCache {
    /// Opens the vectors of one model. A file in another format is started anew.
    pub fn open(folder: &Path, model: &str, dimensions: usize) -> io::Result<Self> {
        disk::make_folder(folder)?;
        let name: String = Sha256::digest(model).iter().take(8).map(|byte| format!("{byte:02x}")).collect();
        let path = folder.join(format!("{name}-{dimensions}.vectors"));
        let file = disk::private().read(true).write(true).create(true).truncate(false).open(path)?;
        let mut cache = Self { file, dimensions, records: HashMap::new(), count: 0 };
        cache.find_records()?;
        Ok(cache)
    }

    pub fn len(&self) -> usize {
        self.records.len()
    }

    pub fn is_empty(&self) -> bool {
        self.records.is_empty()
    }

    fn record_bytes(&self) -> usize {
        KEY + 4 * self.dimensions
    }

    fn place_of(&self, record: u32) -> u64 {
        MAGIC.len() as u64 + u64::from(record) * self.record_bytes() as u64
    }

    fn find_records(&mut self) -> io::Result<()> {
        let length = self.file.seek(SeekFrom::End(0))?;
        let mut magic = [0; MAGIC.len()];
        self.file.seek(SeekFrom::Start(0))?;
        if length < MAGIC.len() as u64 || self.file.read_exact(&mut magic).is_err() || magic != *MAGIC {
            self.file.set_len(0)?;
            self.file.seek(SeekFrom::Start(0))?;
            return self.file.write_all(MAGIC);
        }
        let whole = (length - MAGIC.len() as u64) / self.record_bytes() as u64;
        self.count = u32::try_from(whole).map_err(io::Error::other)?;
        let mut key = [0; KEY];
        for record in 0..self.count {
            self.file.seek(SeekFrom::Start(self.place_of(record)))?;
            self.file.read_exact(&mut key)?;
            self.records.insert(Fingerprint::from_bytes(key).half(), record);
        }
        Ok(())
    }

    /// The stored vector of this text, if there is a valid one.
    pub fn get(&mut self, text: &Fingerprint) -> io::Result<Option<Vec<f32>>> {
        let Some(&record) = self.records.get(&text.half()) else { return Ok(None) };
        let mut bytes = vec![0; self.record_bytes()];
        self.file.seek(SeekFrom::Start(self.place_of(record)))?;
        self.file.read_exact(&mut bytes)?;
        let (key, numbers) = bytes.split_at(KEY);
        let numbers =
            numbers.chunks_exact(4).map(|four| f32::from_le_bytes([four[0], four[1], four[2], four[3]]));
        let vector: Vec<f32> = numbers.collect();
        let length = vector.iter().map(|value| value * value).sum::<f32>().sqrt();
        Ok((key == text.bytes() && (length - 1.0).abs() < TOLERANCE).then_some(vector))
    }

    pub fn put(&mut self, vectors: &[(Fingerprint, Vec<f32>)]) -> io::Result<()> {
        let mut bytes = Vec::new();
        let mut added = Vec::new();
        for (text, vector) in vectors.iter().filter(|(_, vector)| vector.len() == self.dimensions) {
            added.push(text.half());
            bytes.extend_from_slice(text.bytes());
            vector.iter().for_each(|value| bytes.extend_from_slice(&value.to_le_bytes()));
        }
        self.file.seek(SeekFrom::Start(self.place_of(self.count)))?;
        self.file.write_all(&bytes)?;
        for text in added {
            self.records.insert(text, self.count);
            self.count += 1;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::VectorCache;
    use crate::about::Fingerprint;
    use std::io::Write;

    #[test]
    fn what_was_kept_is_there_after_a_restart_and_what_was_cut_off_is_not() {
        let folder = tempfile::tempdir().expect("a folder");
        let open = || VectorCache::open(folder.path(), "model", 2).expect("a cache");
        let (one, other) = (Fingerprint::of("one"), Fingerprint::of("other"));
        open().put(&[(one, vec![0.6, 0.8])]).expect("a vector is kept");
        let path =
            std::fs::read_dir(folder.path()).expect("the folder").flatten().next().expect("the file").path();
        std::fs::OpenOptions::new()
            .append(true)
            .open(&path)
            .and_then(|mut file| file.write_all(b"cut off"))
            .expect("a crash");

        let mut cache = open();
        assert_eq!((cache.len(), cache.get(&one).expect("it is read")), (1, Some(vec![0.6, 0.8])));
        cache.put(&[(other, vec![1.0, 0.0])]).expect("another");
        assert_eq!(open().get(&other).expect("it is read"), Some(vec![1.0, 0.0]));
    }

    #[test]
    fn a_damaged_vector_and_another_file_are_not_used() {
        let folder = tempfile::tempdir().expect("a folder");
        let one = Fingerprint::of("one");
        VectorCache::open(folder.path(), "model", 2)
            .expect("a cache")
            .put(&[(one, vec![7.0, 0.0])])
            .expect("kept");
        let mut cache = VectorCache::open(folder.path(), "model", 2).expect("a cache");
        assert_eq!(cache.get(&one).expect("it is read"), None);

        let path =
            std::fs::read_dir(folder.path()).expect("the folder").flatten().next().expect("the file").path();
        std::fs::write(path, "something else altogether").expect("another file");
        assert!(VectorCache::open(folder.path(), "model", 2).expect("a cache").is_empty());
    }
}
