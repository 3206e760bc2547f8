//! How many and how long: what a service counts before it reads a request.

use crate::models::ModelFacts;
use crate::outgoing::{Difference, Place, Reason};
use crate::ways::Ways;
use content::FunctionName;
use notices::Describe;
use ports::{Adaptation, AdaptationKind, CompletionRequest, FunctionChoice, FunctionSpec};
use std::borrow::Cow;
use std::sync::Arc;

/// What a service counts. Nothing is no limit that is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Functions in one request.
    pub(crate) functions: Option<usize>,
    /// Characters in the description of a function.
    pub(crate) description: Option<usize>,
    /// Stop strings in one request.
    pub(crate) stops: Option<usize>,
    /// Whether a stop string needs more than blanks.
    pub(crate) refuses_blank_stops: bool,
    pub(crate) ways: Ways,
}

impl Limits {
    pub(crate) const NONE: Self = Self {
        functions: None,
        description: None,
        stops: None,
        refuses_blank_stops: false,
        ways: Ways::NONE,
    };

    /// The limits of one model of the service.
    pub(crate) fn of_model(self, facts: &ModelFacts) -> Self {
        let ModelFacts { most_functions, most_stops, .. } = facts;
        Self { functions: most_functions.or(self.functions), stops: most_stops.or(self.stops), ..self }
    }
}

/// A request within its limits.
pub(crate) struct Fitted<'a> {
    pub(crate) request: Cow<'a, CompletionRequest>,
    pub(crate) adaptations: Vec<Adaptation>,
    /// Where each function stood before.
    places: Option<Vec<usize>>,
}

/// The request as a service takes it. Whatever goes beyond is left out and told before anything is sent.
pub(crate) fn fit<'a>(request: &'a CompletionRequest, limits: &Limits) -> Fitted<'a> {
    let mut fitted = Fitted { request: Cow::Borrowed(request), adaptations: Vec::new(), places: None };
    fitted.ways(limits.ways);
    fitted.functions(limits.functions);
    fitted.descriptions(limits.description);
    fitted.stops(limits);
    fitted
}

impl Fitted<'_> {
    pub(crate) fn left_out(&mut self, place: Place, what: Difference, why: Reason) {
        self.tell(AdaptationKind::LeftOut, place, what, why);
    }

    pub(crate) fn rewritten(&mut self, place: Place, what: Difference, why: Reason) {
        self.tell(AdaptationKind::Rewritten, place, what, why);
    }

    fn tell(&mut self, kind: AdaptationKind, place: Place, what: Difference, why: Reason) {
        self.adaptations.push(Adaptation {
            kind,
            what: what.notice(),
            why: why.notice(),
            places: vec![place.to_string()],
        });
    }

    /// What was told, followed by what was told of the request within its limits.
    pub(crate) fn with(self, further: Vec<Adaptation>) -> Vec<Adaptation> {
        let Self { adaptations: mut all, places, .. } = self;
        all.extend(further.into_iter().map(|mut adaptation| {
            if let Some(kept) = &places {
                adaptation.places.iter_mut().for_each(|place| put_back(place, kept));
            }
            adaptation
        }));
        all.sort_by_key(|adaptation| adaptation.kind);
        all
    }

    /// The first ones stay: they are what was chosen, or what ranked best. So do those that may or have to be called.
    fn functions(&mut self, most: Option<usize>) {
        let offered = &self.request.functions;
        let Some(most) = most.filter(|most| offered.len() > *most) else { return };
        let wanted = wanted(&self.request.choice);
        let mut kept: Vec<usize> = (0..offered.len()).collect();
        kept.sort_by_key(|index| offered.get(*index).is_none_or(|spec| !wanted.contains(&spec.name)));
        let mut left = kept.split_off(most);
        kept.sort_unstable();
        left.sort_unstable();
        let why = Reason::MostFunctions { most };
        self.leave_functions(kept, &left, Difference::FunctionsLeftOut { count: left.len() }, why);
    }

    /// Goes on with some of the functions, and tells the others.
    pub(crate) fn leave_functions(
        &mut self,
        kept: Vec<usize>,
        left: &[usize],
        what: Difference,
        why: Reason,
    ) {
        let before = |index: usize| match &self.places {
            Some(places) => places.get(index).copied().unwrap_or(index),
            None => index,
        };
        let places =
            left.iter().take(MAX_PLACES).map(|index| Place::Function(before(*index)).to_string()).collect();
        let (what, why) = (what.notice(), why.notice());
        self.adaptations.push(Adaptation { kind: AdaptationKind::LeftOut, what, why, places });
        let kept_places = kept.iter().map(|index| before(*index)).collect();
        let offered = &self.request.functions;
        let functions = kept.iter().filter_map(|index| offered.get(*index).cloned()).collect();
        self.request.to_mut().functions = functions;
        self.places = Some(kept_places);
    }

    fn descriptions(&mut self, longest: Option<usize>) {
        let Some(longest) = longest else { return };
        let is_long = |spec: &Arc<FunctionSpec>| spec.description.chars().nth(longest).is_some();
        if !self.request.functions.iter().any(is_long) {
            return;
        }
        let mut shortened = Vec::new();
        for (index, spec) in self.request.to_mut().functions.iter_mut().enumerate() {
            if is_long(spec) {
                let description = cut(&spec.description, longest);
                *spec = Arc::new(FunctionSpec { description, ..(**spec).clone() });
                shortened.push((Place::Function(index), spec.name.to_string()));
            }
        }
        for (place, name) in shortened {
            self.left_out(place, Difference::DescriptionCut { name }, Reason::LongestDescription { longest });
        }
    }

    /// A text without a letter in it stops nothing, and several services refuse it.
    fn stops(&mut self, limits: &Limits) {
        let (stops, most) = (&self.request.settings.stop, limits.stops);
        let is_refused =
            |stop: &String| stop.is_empty() || (limits.refuses_blank_stops && stop.trim().is_empty());
        let told: Vec<String> = stops.iter().filter(|stop| !is_refused(stop)).cloned().collect();
        let why = match most {
            Some(most) if told.len() > most => Reason::MostStops { most },
            Some(_) | None if told.len() < stops.len() => Reason::BlankStop,
            Some(_) | None => return,
        };
        let kept: Vec<String> = told.into_iter().take(most.unwrap_or(usize::MAX)).collect();
        let what = Difference::StopsLeftOut { count: stops.len() - kept.len() };
        self.left_out(Place::Setting("stop"), what, why);
        self.request.to_mut().settings.stop = kept;
    }
}

/// How many places are listed for one adaptation.
const MAX_PLACES: usize = 200;

fn wanted(choice: &FunctionChoice) -> &[FunctionName] {
    match choice {
        FunctionChoice::Function { name } => std::slice::from_ref(name),
        FunctionChoice::Allowed { functions, .. } => functions,
        FunctionChoice::Auto | FunctionChoice::Required | FunctionChoice::None => &[],
    }
}

/// A place among the functions that were kept, as one among all there were.
fn put_back(place: &mut String, kept: &[usize]) {
    let index = place.strip_prefix("/functions/").and_then(|index| index.parse::<usize>().ok());
    if let Some(before) = index.and_then(|index| kept.get(index)) {
        *place = Place::Function(*before).to_string();
    }
}

/// Ends with a word where there is one near.
fn cut(text: &str, longest: usize) -> String {
    let kept: String = text.chars().take(longest.saturating_sub(1)).collect();
    let end = kept.rfind(char::is_whitespace).filter(|end| *end > kept.len() * 3 / 4).unwrap_or(kept.len());
    format!("{}…", kept.get(..end).unwrap_or_default().trim_end())
}

#[cfg(test)]
mod tests {
    use super::{Limits, fit};
    use crate::outgoing::{Difference, Reason};
    use crate::testing::harbour;
    use content::FunctionName;
    use notices::Describe;
    use ports::{Adaptation, AdaptationKind, CompletionRequest, FunctionChoice, FunctionSpec};
    use std::sync::Arc;

    fn request(functions: usize) -> CompletionRequest {
        let first = harbour(1).functions.first().cloned().expect("a function");
        let named = |number: usize| {
            let name = FunctionName::without_plugin(&format!("f{number}"));
            Arc::new(FunctionSpec { name, ..(*first).clone() })
        };
        CompletionRequest { functions: (0..functions).map(named).collect(), ..harbour(1) }
    }

    fn names(request: &CompletionRequest) -> Vec<String> {
        request.functions.iter().map(|spec| spec.name.to_string()).collect()
    }

    const THREE: Limits =
        Limits { functions: Some(3), description: Some(40), stops: Some(2), ..Limits::NONE };

    #[test]
    fn a_request_within_its_limits_is_not_copied_and_nothing_is_told() {
        let request = request(3);
        let fitted = fit(&request, &THREE);
        assert!(matches!(fitted.request, std::borrow::Cow::Borrowed(_)));
        assert_eq!(fitted.with(Vec::new()), []);
    }

    #[test]
    fn functions_beyond_the_limit_are_left_out_but_the_one_that_has_to_be_called() {
        let mut request = request(5);
        assert_eq!(names(&fit(&request, &THREE).request), ["f0", "f1", "f2"]);
        request.choice = FunctionChoice::Function { name: FunctionName::without_plugin("f4") };
        let fitted = fit(&request, &THREE);
        assert_eq!(names(&fitted.request), ["f0", "f1", "f4"]);
        let further = Adaptation {
            kind: AdaptationKind::Rewritten,
            what: Difference::DigitsLost.notice(),
            why: Reason::DigitsUnclear.notice(),
            places: vec!["/functions/2".to_owned(), "/messages/2".to_owned()],
        };
        let told = fitted.with(vec![further]);
        let places: Vec<_> = told.iter().map(|one| (one.what.to_string(), one.places.join(" "))).collect();
        let left = ("functions left out: 2".to_owned(), "/functions/2 /functions/3".to_owned());
        let further = (Difference::DigitsLost.to_string(), "/functions/4 /messages/2".to_owned());
        assert_eq!(places, [left, further]);
    }

    #[test]
    fn a_long_description_ends_with_a_word_within_the_limit() {
        let mut request = request(1);
        let long = "Tells when the water is at its highest in a port.";
        let spec = FunctionSpec { description: long.to_owned(), ..(*request.functions[0]).clone() };
        request.functions = vec![Arc::new(spec)];
        let fitted = fit(&request, &THREE);
        assert_eq!(fitted.request.functions[0].description, "Tells when the water is at its highest…");
        assert_eq!(
            fitted.with(Vec::new())[0].what.to_string(),
            "the end of the description of f0 is left out"
        );
    }

    #[test]
    fn empty_stop_strings_and_too_many_are_left_out() {
        let mut request = request(0);
        let stops = |request: &CompletionRequest, limits| fit(request, limits).request.settings.stop.clone();
        request.settings.stop = vec!["a".to_owned(), String::new()];
        assert_eq!(stops(&request, &Limits::NONE), ["a"]);
        request.settings.stop = ["a", "b", "c"].map(str::to_owned).into();
        assert_eq!(stops(&request, &THREE), ["a", "b"]);
        assert_eq!(stops(&request, &Limits::NONE), ["a", "b", "c"]);
        request.settings.stop = ["a", "\n\n"].map(str::to_owned).into();
        assert_eq!(stops(&request, &Limits::NONE), ["a", "\n\n"]);
        assert_eq!(stops(&request, &Limits { refuses_blank_stops: true, ..Limits::NONE }), ["a"]);
    }
}
