//! Whatever can't be done is said in a sentence that tells what to do, on standard error, with an exit code.

use crate::home::{Home, Printed};

#[track_caller]
fn check(home: &Home, arguments: &[&str], code: i32, told: &str) {
    let Printed { code: found, out, err } = home.run(arguments);
    assert_eq!((found, out.as_str()), (code, ""), "{err}");
    assert!(err.contains(told), "{err}");
}

#[test]
fn a_command_line_that_is_not_understood_ends_with_two() {
    let home = Home::new();
    for (arguments, told) in [
        (&["sesions"][..], "a similar subcommand exists: 'sessions'"),
        (&["serve", "--port", "many"], "invalid value 'many' for '--port <N>'"),
        (&["import"], "<FILE>..."),
        (&["export", "x", "--format", "word"], "[possible values: callwright, semantic-kernel,"),
        (&["search"], "<QUERY>..."),
    ] {
        check(&home, arguments, 2, told);
    }
}

#[test]
fn what_is_not_there_is_named_with_what_to_do() {
    let home = Home::new();
    home.write("text.json", "This is no conversation.");
    std::fs::write(home.at("bytes.json"), b"[\"\xff\xfe\"]").expect("a file");
    for (arguments, told) in [
        (&["import", "nowhere.json"][..], "nowhere.json can't be read: "),
        (&["import", "text.json"], "callwright: text.json: "),
        (&["import", "bytes.json"], "bytes.json: the file is not text in UTF-8. Nothing was imported."),
        (&["check", "nowhere.json"], "Check the path, and that you may read the file."),
        (&["check", "text.json"], "Give a conversation in one of the forms that can be imported."),
        (&["check", "."], "it is a folder, not a file"),
        (&["export", "nobody"], "there is no session \"nobody\". List them with `callwright sessions`."),
        (&["ask", " "], "there is nothing to ask."),
        (&["ask", "x", "--model", "nobody"], "There are: example:weather, example:mistakes, example:caller."),
        (&["ask", "x", "--functions", "dance"], "there is no function \"dance\". There are: arithmetic."),
        (&["restore", "--replace", "text.json"], "Give a file that `callwright backup` has written."),
        (&["serve", "--ui", "nowhere"], "there is no page in nowhere"),
    ] {
        check(&home, arguments, 1, told);
    }
    assert_eq!(home.done(&["sessions"]), "");
}

#[test]
fn a_data_folder_that_is_none_is_named() {
    let home = Home::new();
    home.write("callwright", "a file");
    check(&home, &["sessions"], 1, "callwright: ");
    let Printed { code, out, .. } = home.run(&["doctor"]);
    assert_eq!(code, 1);
    assert!(out.contains("BROKEN   data folder: "), "{out}");
}

#[test]
fn a_port_in_use_is_told_with_what_to_do() {
    let home = Home::new();
    home.write("page/index.html", "<!doctype html>");
    let taken = std::net::TcpListener::bind(("127.0.0.1", 0)).expect("a port");
    let port = taken.local_addr().expect("its address").port().to_string();
    check(&home, &["serve", "--ui", "page", "--port", &port], 1, "Choose another with --port");
}
