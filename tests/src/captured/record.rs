//! What was captured, and what is wrong with it.

use super::counterpart::Heard;
use super::service::Served;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs::File;
use std::io::{self, BufWriter, Write};
use std::path::Path;

/// One captured request, as judges read it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Captured {
    pub kind: String,
    pub model: String,
    pub service: String,
    pub history: String,
    pub way: String,
    pub body: Value,
    /// What other services planted in the history, none of which may stand in the body.
    pub foreign: Vec<String>,
}

/// Something that is not as it should be.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub wrong: Wrong,
    pub service: String,
    pub history: String,
    pub way: String,
    /// The shortest piece of what was sent that shows it.
    pub excerpt: String,
}

/// The ways in which a session can go wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Wrong {
    /// State of one service is in what another one is sent.
    ForeignState,
    /// A service is not sent again what it wants back.
    LostState,
    /// The turn did not end as it should.
    NoAnswer,
    /// The application does not take a function that it should take.
    RefusedFunction,
}

impl Captured {
    pub fn of(heard: &Heard, served: &Served, history: &str, way: &str) -> Self {
        let foreign = heard.planted.iter().filter(|planted| planted.service != served.id);
        Self {
            kind: served.kind.to_owned(),
            model: served.model.clone(),
            service: served.id.clone(),
            history: history.to_owned(),
            way: way.to_owned(),
            body: heard.body.clone(),
            foreign: foreign.map(|planted| planted.state.clone()).collect(),
        }
    }

    /// What is wrong with the state in it.
    pub fn findings(&self, heard: &Heard, is_unchanged: bool) -> Vec<Finding> {
        let body = self.body.to_string();
        let foreign = heard
            .planted
            .iter()
            .filter(|planted| planted.service != self.service && body.contains(&planted.state));
        let foreign = foreign.map(|planted| {
            let what = format!("of {}: {}", planted.service, around(&body, &planted.state));
            self.finding(Wrong::ForeignState, what)
        });
        let lost = heard.planted.iter().filter(|planted| {
            is_unchanged
                && planted.service == self.service
                && planted.comes_back
                && !body.contains(&planted.state)
        });
        let lost = lost.map(|planted| self.finding(Wrong::LostState, planted.state.clone()));
        foreign.chain(lost).collect()
    }

    fn finding(&self, wrong: Wrong, excerpt: String) -> Finding {
        Finding {
            wrong,
            service: self.service.clone(),
            history: self.history.clone(),
            way: self.way.clone(),
            excerpt,
        }
    }
}

/// A text with a little of what stands around it.
fn around(body: &str, text: &str) -> String {
    let place = body.find(text).unwrap_or_default();
    let from =
        (0..=place.saturating_sub(60)).rev().find(|from| body.is_char_boundary(*from)).unwrap_or_default();
    body.get(from..place + text.len()).unwrap_or(text).to_owned()
}

/// A file with one captured request a line, and what is in it. Without a file the requests are counted alone.
pub struct Lines {
    file: Option<BufWriter<File>>,
    count: usize,
    services: BTreeSet<String>,
}

impl Lines {
    pub fn to(path: Option<&Path>) -> io::Result<Self> {
        let file = path.map(File::create).transpose()?.map(BufWriter::new);
        Ok(Self { file, count: 0, services: BTreeSet::new() })
    }

    pub fn add(&mut self, captured: &Captured) -> io::Result<()> {
        self.count += 1;
        self.services.insert(captured.service.clone());
        let Some(file) = &mut self.file else { return Ok(()) };
        serde_json::to_writer(&mut *file, captured)?;
        file.write_all(b"\n")
    }

    /// Tells how many requests there were, and of which services.
    pub fn finish(self) -> io::Result<(usize, BTreeSet<String>)> {
        let Self { file, count, services } = self;
        if let Some(mut file) = file {
            file.flush()?;
        }
        eprintln!("{count} requests of {} services were captured", services.len());
        Ok((count, services))
    }
}

/// Findings sort by sort, the first of each whole, for a person who is to mend them.
pub struct Report<'f>(pub &'f [Finding]);

impl fmt::Display for Report<'_> {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let mut sorts: BTreeMap<(Wrong, &str), Vec<&Finding>> = BTreeMap::new();
        for finding in self.0 {
            // A function is refused before anybody is asked.
            let about = match finding.wrong {
                Wrong::RefusedFunction => &finding.excerpt,
                Wrong::ForeignState | Wrong::LostState | Wrong::NoAnswer => &finding.service,
            };
            sorts.entry((finding.wrong, about)).or_default().push(finding);
        }
        for ((wrong, about), findings) in sorts {
            let Some(first) = findings.first() else { continue };
            let Finding { history, way, excerpt, .. } = first;
            let count = findings.len();
            writeln!(formatter, "{wrong:?} at {about}, {count} times, first in {history}, {way}: {excerpt}")?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::{Captured, Wrong};
    use crate::captured::answer::Planted;
    use crate::captured::counterpart::Heard;
    use crate::captured::service::Served;
    use serde_json::json;

    /// What is wrong with a request to the first service, of which it and another one have said something.
    fn wrong(said: &str, is_unchanged: bool) -> Vec<Wrong> {
        let services = Served::all();
        let (own, other) = (&services[0], &services[1]);
        let planted = |served: &Served, state: &str, comes_back| Planted {
            service: served.id.clone(),
            state: state.to_owned(),
            comes_back,
        };
        let planted =
            vec![planted(own, "mine", true), planted(own, "lost", false), planted(other, "theirs", true)];
        let heard = Heard { service: 0, body: json!({ "messages": [said] }), planted };
        let captured = Captured::of(&heard, own, "words", "as usual");
        assert_eq!(captured.foreign, ["theirs"]);
        captured.findings(&heard, is_unchanged).into_iter().map(|finding| finding.wrong).collect()
    }

    #[test]
    fn state_of_another_service_is_found_and_lost_state_is_missed() {
        assert_eq!(wrong("mine", true), []);
        assert_eq!(wrong("mine and theirs", true), [Wrong::ForeignState]);
        assert_eq!(wrong("theirs", true), [Wrong::ForeignState, Wrong::LostState]);
        assert_eq!(wrong("nothing", false), []);
    }
}
