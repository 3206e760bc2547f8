//! Where a file comes from, in words, and why it did not.

use notices::Notice;

notices::declare! {
    pub(crate) enum Origin: "fetched-from" {
        Pip { package: String, version: String } = "{package} {version} by pip",
        SeveralByPip { package: String, version: String, more: usize } = "{package} {version} and {more} more by pip",
        PieceByPip { package: String, version: String, number: usize, count: usize } = "{package} {version} by pip ({number} of {count})",
        Npm { package: String, version: String } = "{package} {version} by npm",
        Hub { repository: String } = "{repository} on the model hub",
        There = "what is there already",
    }

    /// A source that was tried.
    pub enum Attempt: "fetch-attempt" {
        Failed { from: Notice, error: Notice } = "{from} ({error})",
        /// A folder of a person's own is no source.
        OwnFolder = "it is a folder of yours",
    }

    /// What came is not what was asked for, or nothing came.
    pub(crate) enum Unfit: "fetched-unfit" {
        AnotherFile = "it is another file",
        TooLong = "it is longer than it should be",
        OtherContent { package: String } = "{package} has another content",
        MovesOn = "its repository moves without end",
        NoSuchFile = "the hub has no such file",
        ForMembers = "the hub gives it only to its members",
        NotPinned { status: String } = "the hub says {status}, and neither size nor SHA-256 of the file",
        NoClient { program: String } = "there is no {program} on this machine",
        Unheard = "it can't be listened to",
        NothingLeft = "the client left nothing behind",
        NoReason = "it did not say why",
        Package { reason: Box<Unfit> } = "the package can't be read: {reason}",
        BrokenList = "its list of members is broken",
        NoMember { member: String } = "{member} is not in it",
        NoZip = "it is no zip file",
        Method { method: u16 } = "it is packed by method {method}, which is not known",
        Size = "a size in it is no number",
    }
}

impl From<Unfit> for std::io::Error {
    fn from(unfit: Unfit) -> Self {
        Self::new(std::io::ErrorKind::InvalidData, notices::Carrier::of(&unfit))
    }
}
