//! Conversations that come in piece by piece, so that their length does not matter. Nobody sees one before it is whole.
//!
//! The page sends a file's text and never its path: what is read is what a person gave to the window, in the desktop and
//! in a browser alike.

mod aside;
mod fault;
mod pieces;
mod settings;
mod space;

use crate::blocking::blocking;
pub(crate) use fault::ImportFault;
pub use pieces::{PieceError, TextPieces};
pub(crate) use settings::GoesOn;

use crate::Workbench;
use crate::configuration::{UNTITLED, default_plan, title_from};
use crate::contract::{
    BeginImport, BegunImport, CommandError, ImportPiece, ImportProgress, ImportedModel, ImportedSession,
    NamedSession, Note, Nothing,
};
use crate::histories::{first_words, not_here};
use crate::imported_names::ImportedNames;
use crate::ledger::Ledger;
use crate::locking::lock;
use crate::marks::tagged;
use crate::models::AllModels;
use crate::session_error::SessionError;
use aside::Aside;
use content::{SessionId, Timestamp};
use formats::{Beside, Format, Incoming, Loss, Reader, Rest};
use gateway::TakenSetting;
use invocation::TurnPlan;
use ports::IdSource;
use sessions::{Durability, SessionEvent, SessionSummary, Supplied};
use space::Space;
use std::collections::VecDeque;
use std::path::Path;
use std::sync::{Arc, Mutex, MutexGuard};

/// Imports that may be under way. Where another begins, the oldest is given up: its page is gone, most likely.
const MAX_CONCURRENT: usize = 4;

/// Messages that are written at once. Others can write between two batches.
const AT_ONCE: usize = 256;

/// Every import that is under way, the oldest first, and what is left of those that came to nothing.
#[derive(Default)]
pub(crate) struct Imports {
    under_way: Mutex<VecDeque<Arc<Import>>>,
    space: Space,
}

/// Where a conversation is imported.
struct Place {
    ledger: Arc<Ledger>,
    models: Arc<AllModels>,
    ids: Arc<dyn IdSource>,
}

struct Import {
    place: Place,
    session: SessionId,
    arriving: Mutex<Arriving>,
}

struct Arriving {
    plan: TurnPlan,
    names: ImportedNames,
    /// Nothing, once the import is over.
    reader: Option<Reader>,
    aside: Aside,
    /// The piece that comes next.
    next: u32,
    messages: usize,
    /// The name of the file, for a conversation that says nothing a title can be made of.
    file: Option<String>,
    title: Option<String>,
    created: Timestamp,
}

impl Workbench {
    pub async fn import_begin(&self, args: BeginImport) -> Result<BegunImport, CommandError> {
        let (place, names) = self.place_of_imports()?;
        let begun = blocking(move || Import::begin(place, names, args.name.as_deref())).await?;
        let session = begun.session.clone();
        if let Some(given_up) = self.imports().add(begun) {
            self.call_off(given_up).await?;
        }
        Ok(BegunImport { session })
    }

    pub async fn import_piece(&self, args: ImportPiece) -> Result<ImportProgress, CommandError> {
        let import = self.imports().get(&args.session)?;
        let ledger = Arc::clone(&import.place.ledger);
        let taken = blocking(move || import.take(args.number, &args.text)).await;
        taken.inspect_err(|_| {
            self.imports().remove(&args.session);
            self.imports().give_back(&ledger);
        })
    }

    pub async fn import_end(&self, args: NamedSession) -> Result<ImportedSession, CommandError> {
        let import = self.imports().get(&args.session)?;
        self.imports().remove(&args.session);
        let ledger = Arc::clone(&import.place.ledger);
        let ended = blocking(move || import.end()).await;
        ended.inspect_err(|_| self.imports().give_back(&ledger))
    }

    pub async fn import_stop(&self, args: NamedSession) -> Result<Nothing, CommandError> {
        if let Some(import) = self.imports().remove(&args.session) {
            self.call_off(import).await?;
        }
        Ok(Nothing {})
    }

    async fn call_off(&self, import: Arc<Import>) -> Result<(), CommandError> {
        let ledger = Arc::clone(&import.place.ledger);
        blocking(move || import.call_off()).await?;
        self.imports().give_back(&ledger);
        Ok(())
    }

    fn place_of_imports(&self) -> Result<(Place, ImportedNames), CommandError> {
        let place = Place { ledger: self.ledger()?, models: self.models()?, ids: Arc::clone(self.ids()) };
        Ok((place, ImportedNames::of(&*self.library()?)))
    }

    /// Imports a file that a person named where this program was started. No page can.
    pub async fn import_file(&self, path: &Path) -> Result<ImportedSession, CommandError> {
        let (place, names) = self.place_of_imports()?;
        let path = path.to_owned();
        blocking(move || {
            let unreadable = |source| CommandError::from(ImportFault::File { path: path.clone(), source });
            let file = disk::open(&path).map_err(unreadable)?;
            let name = path.file_name().map(|name| name.to_string_lossy().into_owned());
            let import = Import::begin(place, names, name.as_deref())?;
            let mut taken = Ok(());
            for (number, piece) in (0..).zip(TextPieces::of(file)) {
                taken = match piece {
                    Ok(text) => import.take(number, &text).map(drop),
                    Err(PieceError::File(error)) => Err(unreadable(error)),
                    Err(error @ PieceError::NotText) => Err(error.into()),
                };
                if taken.is_err() {
                    import.call_off()?;
                    break;
                }
            }
            taken.and_then(|()| import.end())
        })
        .await
    }
}

impl Imports {
    /// Gives back the one that is given up for it.
    fn add(&self, import: Import) -> Option<Arc<Import>> {
        let mut imports = lock(&self.under_way);
        imports.push_back(Arc::new(import));
        if imports.len() > MAX_CONCURRENT { imports.pop_front() } else { None }
    }

    fn get(&self, session: &SessionId) -> Result<Arc<Import>, CommandError> {
        let found = lock(&self.under_way).iter().find(|import| import.session == *session).cloned();
        Ok(found.ok_or(SessionError::ImportOver)?)
    }

    fn remove(&self, session: &SessionId) -> Option<Arc<Import>> {
        let mut imports = lock(&self.under_way);
        let place = imports.iter().position(|import| import.session == *session)?;
        imports.remove(place)
    }

    /// Lets go of all of them. What came in of them goes at the next start.
    pub(crate) async fn close(&self) {
        lock(&self.under_way).clear();
        self.space.close().await;
    }

    /// Gives back what imports left in the file that came to nothing, in this process or an earlier one.
    pub(crate) fn give_back(&self, ledger: &Arc<Ledger>) {
        self.space.give_back(ledger);
    }
}

impl Import {
    fn begin(place: Place, names: ImportedNames, name: Option<&str>) -> Result<Self, CommandError> {
        let Place { ledger, models, ids } = &place;
        let plan = default_plan(models.first()?);
        let (session, created) = (ids.session(), ledger.now());
        let file = name.and_then(title_from);
        let shown = file.as_deref().unwrap_or(UNTITLED);
        let configured = vec![SessionEvent::Noted { note: Note::Configured { plan: plan.clone() } }];
        ledger.store().begin_arrival(&session, created, shown, configured)?;
        let beside = ledger.store().path().parent().unwrap_or(Path::new("."));
        // The name of a message that will never be is one nobody can guess.
        let aside = Aside::new(ids.message().to_string(), beside);
        let reader = Reader::begin(name.and_then(format_of)).spool(Box::new(aside.clone()), aside::LONGEST);
        let (reader, title) = (Some(reader), None);
        let arriving = Arriving { plan, names, reader, aside, next: 0, messages: 0, file, title, created };
        let arriving = Mutex::new(arriving);
        Ok(Self { place, session, arriving })
    }

    /// What can't be read or kept ends the import.
    fn take(&self, number: u32, text: &str) -> Result<ImportProgress, CommandError> {
        let mut arriving = lock(&self.arriving);
        if arriving.reader.is_some() && number != arriving.next {
            return Err(self.fail(arriving, ImportFault::PieceMissing.into()));
        }
        let Some(reader) = &mut arriving.reader else { return Err(SessionError::ImportOver.into()) };
        match reader.take(text, &|| self.place.ids.message()) {
            Ok(messages) => {
                arriving.next += 1;
                if let Err(error) = self.keep(&mut arriving, messages) {
                    return Err(self.fail(arriving, error));
                }
                Ok(ImportProgress { messages: arriving.messages })
            }
            Err(error) => Err(self.fail(arriving, error.into())),
        }
    }

    fn end(&self) -> Result<ImportedSession, CommandError> {
        let mut arriving = lock(&self.arriving);
        let Some(reader) = arriving.reader.take() else { return Err(SessionError::ImportOver.into()) };
        let ended = reader.end(&|| self.place.ids.message());
        let kept = ended.map_err(CommandError::from).and_then(
            |Rest { format, messages, functions, beside, mut losses }| {
                let functions = not_here(&mut arriving.names, functions);
                self.keep(&mut arriving, messages)?;
                let (settings, model) = self.go_on(&mut arriving, format, &beside, &mut losses)?;
                losses.append(&mut arriving.names.taken);
                if let Some(tagged) = tagged(&beside.tags) {
                    self.append(arriving.created, vec![(tagged, Vec::new())])?;
                }
                let session = self.arrive(&mut arriving)?;
                let messages = arriving.messages;
                Ok(ImportedSession { session, format, messages, losses, functions, settings, model })
            },
        );
        kept.map_err(|error| self.fail(arriving, error))
    }

    /// Writes the settings of the document, if it has some.
    fn go_on(
        &self,
        arriving: &mut Arriving,
        format: Format,
        beside: &Beside,
        losses: &mut Vec<Loss>,
    ) -> Result<(Vec<TakenSetting>, Option<ImportedModel>), CommandError> {
        let Arriving { plan: before, names, created, .. } = arriving;
        let GoesOn { plan, settings, model } =
            GoesOn::from_document(&self.place.models, names, before.clone(), format, beside, losses);
        if plan != *before {
            let configured = SessionEvent::Noted { note: Note::Configured { plan } };
            self.append(*created, vec![(configured, Vec::new())])?;
        }
        Ok((settings, model))
    }

    fn keep(&self, arriving: &mut Arriving, mut messages: Vec<Incoming>) -> Result<(), CommandError> {
        messages.iter_mut().for_each(|incoming| arriving.names.read(&mut incoming.message));
        arriving.title =
            arriving.title.take().or_else(|| first_words(messages.iter().map(|incoming| &incoming.message)));
        arriving.messages += messages.len();
        let mut messages = messages.into_iter().peekable();
        while messages.peek().is_some() {
            let batch = messages.by_ref().take(AT_ONCE);
            let batch = batch.map(|Incoming { message, apart }| {
                let supplied = apart.into_iter().map(|text| arriving.aside.supplied(text));
                (SessionEvent::MessageAdded { message, turn: None }, supplied.collect())
            });
            let batch = batch.collect();
            self.append(arriving.created, batch)?;
        }
        Ok(())
    }

    /// Nobody follows a session that is not there yet, so it goes into the store and is told to nobody.
    fn append(
        &self,
        at: Timestamp,
        events: Vec<(SessionEvent<Note>, Vec<Supplied>)>,
    ) -> Result<(), CommandError> {
        let store = self.place.ledger.store();
        store.append_supplied(&self.session, at, events, Durability::Process)?;
        Ok(())
    }

    fn arrive(&self, arriving: &mut Arriving) -> Result<SessionSummary, CommandError> {
        let title = arriving.title.take().or_else(|| arriving.file.take());
        let title = title.unwrap_or_else(|| UNTITLED.to_owned());
        let ledger = &self.place.ledger;
        if ledger.store().title(&self.session)? != title {
            let renamed = SessionEvent::Renamed { title: title.clone() };
            self.append(arriving.created, vec![(renamed, Vec::new())])?;
        }
        ledger.store().end_arrival(&self.session)?;
        ledger.wrote(&self.session);
        Ok(ledger.store().summary(&self.session)?)
    }

    /// Ends it with an error. Nothing of it stays, and if that can't be had either, it goes at the next start.
    fn fail(&self, mut arriving: MutexGuard<'_, Arriving>, error: CommandError) -> CommandError {
        arriving.reader = None;
        if let Err(left) = self.place.ledger.store().call_off_arrival(&self.session) {
            tracing::warn!(session = %self.session, error = %left, "what came in of a session is still there");
        }
        error
    }

    fn call_off(&self) -> Result<(), CommandError> {
        let mut arriving = lock(&self.arriving);
        arriving.reader = None;
        Ok(self.place.ledger.store().call_off_arrival(&self.session)?)
    }
}

/// The form that is told by the name of a file. All others are found out.
pub(crate) fn format_of(name: &str) -> Option<Format> {
    let ending = Path::new(name).extension()?.to_str()?.to_ascii_lowercase();
    matches!(ending.as_str(), "jsonl" | "ndjson").then_some(Format::JsonLines)
}
