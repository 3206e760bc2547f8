//! What a person agrees to before a function runs, in words.

notices::declare! {
    pub(crate) enum Need: "need" {
        Programs = "run programs",
        Program { command: String } = "run a program: {command}",
        Files = "read and change files",
        ReadIn { folder: String } = "read files in {folder}",
        ChangeIn { folder: String } = "read and change files in {folder}",
        Network = "reach other computers",
        Hosts { hosts: String } = "send requests to {hosts}",
        Asks { program: String } = "asks {program}, a program that runs on this machine with your rights",
        Sends { address: String } = "sends what it is called with to {address}",
    }
}
