//! The stand-ins of a session in a case, and those of a case in its runs.

use content::{FunctionName, Message, Origin, Outcome};
use experiments::{
    Answer, Case, CaseFunction, CaseResult, CaseStandIn, frozen, function_name, written, written_name,
};
use functions::{AtEnd, Fault, OnMiss, StandIn, StandInFor};

/// What answers in the runs of a case. A recording that is missing leaves the call to the results of the case.
pub(super) fn of_case(case: &Case) -> Vec<StandInFor> {
    let stand_in = |function: &CaseFunction| {
        let stand_in = match function.stand_in.as_ref()? {
            CaseStandIn::Template(source) => StandIn::Template { source: source.clone() },
            CaseStandIn::Sequence { answers, starts_again } => StandIn::Sequence {
                outcomes: answers.iter().map(Answer::outcome).collect(),
                at_end: if *starts_again { AtEnd::StartAgain } else { AtEnd::RepeatLast },
            },
            CaseStandIn::Recorded => StandIn::Recorded { on_miss: OnMiss::Ask },
        };
        Some(StandInFor { function: function_name(&function.name), stand_in })
    };
    case.functions.iter().filter_map(stand_in).collect()
}

/// What a case has of the stand-ins of its session besides those of its functions.
#[derive(Default)]
pub(super) struct KeptStandIns {
    /// Answers to all calls of a function, in the place of the results of the turn.
    pub(super) results: Vec<CaseResult>,
    /// Whether there are some that no run can have.
    pub(super) has_others: bool,
}

/// Gives functions the stand-ins that they had. Where a person wrote a result in the good run, its results are kept instead.
pub(super) fn keep(
    stand_ins: &[StandInFor],
    functions: &mut [CaseFunction],
    good: &[Message],
) -> KeptStandIns {
    let mut kept = KeptStandIns::default();
    for StandInFor { function: name, stand_in } in stand_ins {
        let Some(function) = functions.iter_mut().find(|function| function.name == written(name)) else {
            continue;
        };
        let given = given(name, good);
        let to_all = |answer| CaseResult { function: written(name), arguments: None, answer };
        match stand_in {
            _ if given.is_none() => kept.has_others = true,
            StandIn::Recorded { .. } => function.stand_in = Some(CaseStandIn::Recorded),
            StandIn::Fixed { output } => {
                let outcome = Outcome::Returned { output: output.clone() };
                kept.results.push(to_all(frozen(&outcome)));
            }
            StandIn::Fault { fault: Fault::Error { message } } => {
                kept.results.push(to_all(Answer::Failed(message.clone())));
            }
            StandIn::Template { source } => function.stand_in = Some(CaseStandIn::Template(source.clone())),
            StandIn::Sequence { outcomes, at_end: at_end @ (AtEnd::RepeatLast | AtEnd::StartAgain) } => {
                let answers = outcomes.iter().map(frozen).collect();
                function.stand_in = Some(sequence(answers, *at_end, &given.unwrap_or_default()));
            }
            StandIn::Sequence { at_end: AtEnd::Live, .. } | StandIn::Person | StandIn::Fault { .. } => {
                kept.has_others = true;
            }
        }
    }
    kept
}

/// The answers of a function in the good run. Nothing, where one is from elsewhere than a stand-in.
fn given(name: &FunctionName, good: &[Message]) -> Option<Vec<Answer>> {
    let mut given = Vec::new();
    for result in good.iter().flat_map(Message::results) {
        if written_name(&result.function) != written(name) {
            continue;
        }
        match result.origin {
            Origin::StandIn | Origin::Recorded | Origin::Fault | Origin::Simulated => {}
            // A call that could not run never reached it.
            Origin::Application => continue,
            Origin::Model | Origin::Person | Origin::Function | Origin::Edited | Origin::Informational => {
                return None;
            }
        }
        given.push(frozen(&result.outcome));
    }
    Some(given)
}

/// A sequence from where it stood: the first place from which it gives what was given.
fn sequence(mut answers: Vec<Answer>, at_end: AtEnd, given: &[Answer]) -> CaseStandIn {
    let starts_again = at_end == AtEnd::StartAgain;
    let at = |place: usize| {
        let last = answers.len().saturating_sub(1);
        answers.get(if starts_again { place % answers.len() } else { place.min(last) })
    };
    let gives =
        |from: &usize| given.iter().enumerate().all(|(place, answer)| at(from + place) == Some(answer));
    let before = (0..answers.len()).find(gives).unwrap_or(0);
    answers.rotate_left(before);
    if !starts_again {
        answers.truncate(answers.len() - before);
    }
    CaseStandIn::Sequence { answers, starts_again }
}

#[cfg(test)]
mod tests {
    use super::sequence;
    use experiments::{Answer, CaseStandIn};
    use functions::AtEnd;

    #[test]
    fn a_sequence_goes_on_where_it_stood() {
        let answers = |words: &[&str]| -> Vec<Answer> {
            words.iter().map(|word| Answer::Failed((*word).to_owned())).collect()
        };
        let check = |at_end, given: &[&str], expected: &[&str]| {
            let starts_again = at_end == AtEnd::StartAgain;
            let expected = CaseStandIn::Sequence { answers: answers(expected), starts_again };
            assert_eq!(sequence(answers(&["a", "b", "a", "c"]), at_end, &answers(given)), expected);
        };
        check(AtEnd::RepeatLast, &[], &["a", "b", "a", "c"]);
        check(AtEnd::RepeatLast, &["b"], &["b", "a", "c"]);
        check(AtEnd::RepeatLast, &["a", "c", "c"], &["a", "c"]);
        check(AtEnd::StartAgain, &["c", "a", "b"], &["c", "a", "b", "a"]);
        check(AtEnd::StartAgain, &["z"], &["a", "b", "a", "c"]);
    }
}
