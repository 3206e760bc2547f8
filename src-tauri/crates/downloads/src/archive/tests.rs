//! Packages made by hand, as the registries' tools make them.

use super::{copy_from_tar, copy_from_zip};
use flate2::Compression;
use flate2::write::{DeflateEncoder, GzEncoder};
use std::io::{ErrorKind, Write};
use std::path::PathBuf;
use tempfile::TempDir;

const MEMBER: &str = "package/model/weights.onnx";
const CONTENT: &[u8] = b"weights weights weights weights";

fn file(bytes: &[u8]) -> (TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("package");
    std::fs::write(&path, bytes).expect("a package");
    (folder, path)
}

fn tar(members: &[(&str, &[u8])]) -> Vec<u8> {
    let mut packed = GzEncoder::new(Vec::new(), Compression::fast());
    for (name, content) in members {
        let mut head = [0; 512];
        head[..name.len()].copy_from_slice(name.as_bytes());
        head[124..135].copy_from_slice(format!("{:011o}", content.len()).as_bytes());
        packed.write_all(&head).expect("a head");
        packed.write_all(content).expect("a member");
        packed.write_all(&vec![0; content.len().next_multiple_of(512) - content.len()]).expect("the rest");
    }
    packed.write_all(&[0; 1024]).expect("the end");
    packed.finish().expect("a package")
}

fn zip(method: u8, content: &[u8], packed: &[u8]) -> Vec<u8> {
    let sizes = [packed.len(), content.len()].map(|size| (size as u32).to_le_bytes()).concat();
    let name = (MEMBER.len() as u16).to_le_bytes();
    let mut bytes =
        [b"PK\x03\x04\x14\0\0\0".as_slice(), &[method, 0], &[0; 8], &sizes, &name, &[0; 2]].concat();
    bytes.extend_from_slice(MEMBER.as_bytes());
    bytes.extend_from_slice(packed);
    let list = (bytes.len() as u32).to_le_bytes();
    let head =
        [b"PK\x01\x02\x14\0\x14\0\0\0".as_slice(), &[method, 0], &[0; 8], &sizes, &name, &[0; 16]].concat();
    bytes.extend_from_slice(&head);
    bytes.extend_from_slice(MEMBER.as_bytes());
    bytes
        .extend_from_slice(&[b"PK\x05\x06\0\0\0\0\x01\0\x01\0".as_slice(), &[0; 4], &list, &[0; 2]].concat());
    bytes
}

#[test]
fn one_member_of_an_npm_package_is_copied() {
    let (_folder, path) = file(&tar(&[("package/README.md", b"Read me"), (MEMBER, CONTENT)]));
    let mut copied = Vec::new();
    copy_from_tar(&path, MEMBER, &mut copied).expect("the member is there");
    assert_eq!(copied, CONTENT);
    let missing = copy_from_tar(&path, "package/other", &mut copied).expect_err("it is not there");
    assert!(missing.to_string().contains("package/other is not in it"), "{missing}");
}

#[test]
fn one_member_of_a_wheel_is_copied_packed_or_not() {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(CONTENT).expect("it is packed");
    let packed = encoder.finish().expect("it is packed");
    for (method, packed) in [(0, CONTENT), (8, packed.as_slice())] {
        let (_folder, path) = file(&zip(method, CONTENT, packed));
        let mut copied = Vec::new();
        copy_from_zip(&path, MEMBER, &mut copied).expect("the member is there");
        assert_eq!(copied, CONTENT);
    }
}

#[test]
fn what_is_no_package_or_was_cut_off_is_refused() {
    let whole = zip(0, CONTENT, CONTENT);
    for bytes in [b"".as_slice(), b"not a package", &whole[..whole.len() / 2]] {
        let (_folder, path) = file(bytes);
        let refused = copy_from_zip(&path, MEMBER, &mut Vec::new()).expect_err("it is no wheel");
        assert_eq!(refused.kind(), ErrorKind::InvalidData);
        copy_from_tar(&path, MEMBER, &mut Vec::new()).expect_err("it is no npm package");
    }
}
