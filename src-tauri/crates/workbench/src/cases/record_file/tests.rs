use super::{RecordFile, read_record};
use experiments::{CaseId, RunKey};
use std::io;
use std::path::Path;

fn run(lane: &str, repeat: u32) -> RunKey {
    RunKey { case: CaseId::new("a"), lane: lane.to_owned(), repeat }
}

/// A request of a run, most of which all runs have.
fn text(repeat: u32) -> Vec<u8> {
    let functions: String =
        (0..400).map(|number| format!("\"function-{number}\": {}, ", number * 7919)).collect();
    format!("{{{functions}\"answer\": \"It is {repeat} degrees.\"}}").into_bytes()
}

fn append(path: &Path, run: &RunKey, text: &[u8]) -> io::Result<()> {
    RecordFile::open(path)?.append(run, text)
}

fn check(path: &Path, run: &RunKey, expected: Option<&[u8]>) {
    let read = read_record(path, run).expect("the file");
    assert!(read.as_deref() == expected, "{run:?}");
}

#[test]
fn each_run_is_read_as_it_was_written_and_takes_what_is_new_in_it() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("a.records");
    check(&path, &run("one", 1), None);
    let length = || std::fs::metadata(&path).expect("the file").len();
    append(&path, &run("one", 1), &text(1)).expect("a block");
    let first = length();
    let mut file = RecordFile::open(&path).expect("it opens");
    (2..=100).for_each(|repeat| file.append(&run("one", repeat), &text(repeat)).expect("a block"));
    assert!(length() < first + 99 * 200, "{} bytes, of which the first run takes {first}", length());
    file.append(&run("other", 1), &text(7)).expect("a block");
    for repeat in [1, 2, 100] {
        check(&path, &run("one", repeat), Some(&text(repeat)));
    }
    check(&path, &run("other", 1), Some(&text(7)));
    check(&path, &run("other", 2), None);
}

#[test]
fn a_run_that_is_made_again_counts_and_the_first_goes_on_to_be_what_others_are_packed_against() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("a.records");
    for (repeat, said) in [(1, 1), (2, 2), (1, 50)] {
        append(&path, &run("one", repeat), &text(said)).expect("a block");
    }
    check(&path, &run("one", 1), Some(&text(50)));
    check(&path, &run("one", 2), Some(&text(2)));
}

#[test]
fn a_block_that_was_cut_off_is_none_and_the_next_one_is_whole() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("a.records");
    append(&path, &run("one", 1), &text(1)).expect("a block");
    let whole = std::fs::metadata(&path).expect("the file").len();
    append(&path, &run("one", 2), &text(2)).expect("a block");
    let both = std::fs::read(&path).expect("the file");
    for end in [whole + 1, whole + 40, both.len() as u64 - 1] {
        let end = usize::try_from(end).expect("a length");
        std::fs::write(&path, &both[..end]).expect("the file");
        check(&path, &run("one", 2), None);
        append(&path, &run("one", 3), &text(3)).expect("a block");
        check(&path, &run("one", 1), Some(&text(1)));
        check(&path, &run("one", 3), Some(&text(3)));
    }
}

#[test]
fn a_damaged_block_is_no_other_run() {
    let home = tempfile::tempdir().expect("a folder");
    let path = home.path().join("a.records");
    append(&path, &run("one", 1), &text(1)).expect("a block");
    let mut bytes = std::fs::read(&path).expect("the file");
    let middle = bytes.len() / 2;
    bytes[middle] ^= 0xff;
    std::fs::write(&path, bytes).expect("the file");
    assert!(read_record(&path, &run("one", 1)).is_err());
}
