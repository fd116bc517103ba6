//! First start, Ctrl-C, and a second start in the same data folder.

use std::fs;
use std::path::Path;

use serde_json::{Value, json};

use crate::process::{Folder, ended, runs, until};
use crate::up;
use crate::web::call;

/// The code in the sandbox email to an address.
fn mailed_code(port: u16, email: &str) -> String {
    let mail = until("a mail", || {
        let (_, mails) = call(port, "GET", &format!("sandbox/mails?to={email}"), None, None, &Value::Null);
        mails["data"][0]["text"].as_str().map(str::to_owned)
    });
    let mut words = mail.split(|letter: char| !letter.is_ascii_digit());
    words.find(|digits| digits.len() == 6).unwrap_or_else(|| panic!("no code: {mail}")).to_owned()
}

#[test]
fn the_start_prints_address_and_sign_in_and_ctrl_c_stops_all_processes() {
    let folder = Folder::new();
    let up = up(&folder, &[]);
    let mails = format!("Sign in with any e-mail address; the code arrives at {}/sandbox/mail", up.page);
    let address = format!("Agio is running at http://localhost:{}", up.port);
    assert_eq!(up.said, [address, mails, "Ctrl-C stops it.".to_owned()]);

    let email = json!({ "email": "anybody@example.com" });
    let (_, asked) = call(up.port, "POST", "login?method=email", None, None, &email);
    let code = json!({ "challenge_id": asked["challenge_id"], "code": mailed_code(up.port, "anybody@example.com") });
    let (status, login) = call(up.port, "PUT", "login?method=email", None, None, &code);
    assert_eq!(status, 200, "{login}");

    let noted = fs::read_to_string(folder.0.join("postgres/postmaster.pid")).unwrap();
    let noted: Vec<&str> = noted.lines().collect();
    let (database, socket) = (noted[0].trim().parse().unwrap(), Path::new(noted[4]));
    let mut started = up.agio.children();
    assert!(started.contains(&database) && started.len() == 2, "the database and the signer: {started:?}");
    assert!(runs(database) && socket.exists());
    started.push(up.agio.id());
    assert_eq!(up.agio.stop_by("INT").code(), Some(0));
    assert!(started.iter().all(|process| !runs(*process)), "{started:?}");
    assert!(!folder.0.join("postgres/postmaster.pid").exists() && !socket.exists(), "the database has ended in order");
}

#[test]
fn a_second_start_in_a_folder_says_so_in_one_line_whatever_its_port() {
    let folder = Folder::new();
    let up = up(&folder, &[]);
    let (data, process, page) = (folder.0.display(), up.agio.id(), &up.page);
    let running = format!(
        "agio: the data folder {data} is in use by another running Agio (process {process} at {page}): \
         stop that one, or choose another folder with --data"
    );
    let same = up.port.to_string();
    for port in [same.as_str(), "0"] {
        assert_eq!(ended(&["up", "--port", port], &folder.0, &[]), (Some(1), running.clone()), "port {port}");
    }
    let taken = format!("agio: port {same} is in use: stop what uses it, or choose another with --port");
    assert_eq!(ended(&["up", "--port", &same], &Folder::new().0, &[]), (Some(1), taken));
    assert!(up.agio.stop().success());
}

#[test]
fn a_command_on_a_folder_without_a_database_says_which_folder_and_makes_nothing() {
    let folder = Folder::new();
    fs::remove_dir(folder.0.join("secrets")).unwrap();
    let commands: [&[&str]; 8] = [
        &["operator", "invite", "--email", "olga@bank.example", "--role", "compliance_officer"],
        &["tenant", "list"],
        &["ops", "jobs"],
        &["ops", "reviews"],
        &["ops", "verification", "list"],
        &["ops", "policy", "show", "--tenant", "bank"],
        &["wallets"],
        &["migrate"],
    ];
    let said = format!("agio: there is no database in the data folder {}", folder.0.display());
    for command in commands {
        let (code, heard) = ended(command, &folder.0, &[]);
        assert_eq!(code, Some(1), "{command:?}: {heard}");
        assert!(heard.starts_with(&said), "{command:?}: {heard}");
        assert!(heard.contains("--data") && heard.contains("AGIO_DATABASE_URL"), "{command:?}: {heard}");
    }
    let (code, heard) = ended(&["verify"], &folder.0, &[]);
    assert!(code != Some(0) && heard.contains("there is no database"), "{heard}");
    let (code, heard) = ended(&["liabilities", "publish"], &folder.0, &[]);
    assert!(code == Some(1) && heard.contains("has no log key"), "{heard}");
    assert_eq!(fs::read_dir(&folder.0).unwrap().count(), 0, "nothing was made");
}
