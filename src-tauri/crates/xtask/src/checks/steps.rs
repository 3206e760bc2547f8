//! The list of steps: cheap ones first, so that a small mistake is found before a long build.

use anyhow::Result;

use super::work::{self, Checkup};
use crate::arguments::Extent;
use crate::output::Output;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum StepId {
    Format,
    Packages,
    PagePackages,
    Counterparts,
    Judges,
    Licences,
    PageTypes,
    PageLint,
    PageTests,
    PageBuild,
    Clippy,
    Build,
    Models,
    Requests,
    Statistics,
    Matching,
    RustTests,
    Contract,
    Systems,
    Installs,
    Local,
    Browser,
    Window,
}

/// One thing to check.
pub(super) struct Step {
    pub(super) id: StepId,
    /// What it is called on the command line and in reports.
    pub(super) name: &'static str,
    /// The steps without which it can't even be tried. They come earlier in the list.
    pub(super) needs: &'static [StepId],
    pub(super) kind: Kind,
    pub(super) work: fn(&Checkup, &Output) -> Result<()>,
}

/// What a step is expected to leave in its log.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    Plain,
    /// It runs tests, which are counted. One that runs none has failed: a filter that matches nothing is a mistake.
    Tests,
    /// The same, where the window can be driven at all.
    TestsOfTheWindow,
}

/// In the order they run.
pub(super) const STEPS: [Step; 23] = {
    use Kind::{Plain, Tests, TestsOfTheWindow};
    use StepId::*;
    [
        Step { id: Format, name: "format", needs: &[], kind: Plain, work: work::format },
        Step { id: Packages, name: "packages", needs: &[], kind: Plain, work: work::packages },
        Step { id: PagePackages, name: "npm", needs: &[], kind: Plain, work: work::page_packages },
        Step { id: Counterparts, name: "counterparts", needs: &[], kind: Plain, work: work::counterparts },
        Step { id: Judges, name: "judges", needs: &[Packages], kind: Plain, work: work::judges },
        Step { id: Licences, name: "licences", needs: &[PagePackages], kind: Plain, work: work::licences },
        Step { id: PageTypes, name: "ui-check", needs: &[PagePackages], kind: Plain, work: work::page_types },
        Step { id: PageLint, name: "ui-lint", needs: &[PagePackages], kind: Plain, work: work::page_lint },
        Step { id: PageTests, name: "ui-tests", needs: &[PagePackages], kind: Tests, work: work::page_tests },
        Step { id: PageBuild, name: "ui-build", needs: &[PagePackages], kind: Plain, work: work::page_build },
        Step { id: Clippy, name: "clippy", needs: &[Packages, PageBuild], kind: Plain, work: work::clippy },
        Step { id: Build, name: "build", needs: &[Packages, PageBuild], kind: Plain, work: work::build },
        Step { id: Models, name: "models", needs: &[Build], kind: Plain, work: work::models },
        Step { id: Requests, name: "requests", needs: &[Build, Judges], kind: Tests, work: work::requests },
        Step {
            id: Statistics,
            name: "statistics",
            needs: &[Build, Judges],
            kind: Tests,
            work: work::statistics,
        },
        Step { id: Matching, name: "matching", needs: &[Build, Judges], kind: Tests, work: work::matching },
        Step {
            id: RustTests,
            name: "tests",
            needs: &[Build, Models, Counterparts, Judges],
            kind: Tests,
            work: work::tests,
        },
        Step { id: Contract, name: "types", needs: &[Build], kind: Plain, work: work::contract },
        Step { id: Systems, name: "systems", needs: &[PageBuild], kind: Plain, work: work::systems },
        Step { id: Installs, name: "installs", needs: &[PageBuild], kind: Plain, work: work::installs },
        Step { id: Local, name: "local", needs: &[Build], kind: Tests, work: work::local },
        Step { id: Browser, name: "browser", needs: &[Build], kind: Tests, work: work::browser },
        Step { id: Window, name: "window", needs: &[Build], kind: TestsOfTheWindow, work: work::window },
    ]
};

impl StepId {
    pub(crate) fn named(name: &str) -> Option<Self> {
        STEPS.iter().find(|step| step.name == name).map(|step| step.id)
    }

    /// Whether a person may choose among its tests.
    pub(crate) fn takes_filter(self) -> bool {
        matches!(self, Self::PageTests | Self::RustTests | Self::Local | Self::Browser | Self::Window)
    }

    /// Whether it takes so long that it is left out unless it is asked for.
    fn is_long(self) -> bool {
        matches!(self, Self::Systems | Self::Installs)
    }

    /// Whether it keeps one core busy at most, so that others run meanwhile.
    pub(super) fn is_apart(self) -> bool {
        use StepId::{Counterparts, Judges, Matching, PageLint, PageTypes, Requests, Statistics};
        matches!(self, Counterparts | Judges | PageTypes | PageLint | Requests | Statistics | Matching)
    }

    pub(super) fn name(self) -> &'static str {
        STEPS.iter().find(|step| step.id == self).map_or("?", |step| step.name)
    }
}

/// The names of all steps, in order.
pub(crate) fn step_names() -> String {
    STEPS.map(|step| step.name).join(", ")
}

/// The names of the steps that take a filter.
pub(crate) fn filtered_step_names() -> String {
    let names = STEPS.iter().filter(|step| step.id.takes_filter()).map(|step| step.name);
    names.collect::<Vec<_>>().join(", ")
}

/// The steps in `only` with all they need, in order; those of this extent if `only` is empty.
pub(super) fn selected(only: &[StepId], extent: Extent) -> Vec<&'static Step> {
    let mut wanted: Vec<StepId> = only.to_vec();
    // Needs point backwards, so one pass from the end finds them all.
    for step in STEPS.iter().rev() {
        if wanted.contains(&step.id) {
            wanted.extend(step.needs);
        }
    }
    let is_usual = |step: &Step| only.is_empty() && (extent == Extent::Long || !step.id.is_long());
    STEPS.iter().filter(|step| is_usual(step) || wanted.contains(&step.id)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_step_needs_only_earlier_ones() {
        for (position, step) in STEPS.iter().enumerate() {
            let earlier: Vec<StepId> = STEPS[..position].iter().map(|step| step.id).collect();
            assert!(step.needs.iter().all(|need| earlier.contains(need)), "{}", step.name);
        }
    }

    #[test]
    fn a_name_leads_to_its_step_and_back() {
        for step in &STEPS {
            assert_eq!(StepId::named(step.name), Some(step.id));
            assert_eq!(step.id.name(), step.name);
        }
        assert_eq!(StepId::named("nothing"), None);
    }

    #[test]
    fn a_selected_step_brings_what_it_needs() {
        let names =
            |only: &[StepId]| selected(only, Extent::Usual).iter().map(|step| step.name).collect::<Vec<_>>();
        assert_eq!(names(&[StepId::Format]), ["format"]);
        assert_eq!(names(&[StepId::Window]), ["packages", "npm", "ui-build", "build", "window"]);
    }

    #[test]
    fn a_long_step_runs_when_it_is_asked_for() {
        let has_systems =
            |only: &[StepId], extent| selected(only, extent).iter().any(|step| step.id == StepId::Systems);
        assert!(!has_systems(&[], Extent::Usual));
        assert!(has_systems(&[], Extent::Long));
        assert!(has_systems(&[StepId::Systems], Extent::Usual));
        assert_eq!(selected(&[], Extent::Long).len(), STEPS.len());
    }
}
