//! A body cut into the pieces that tell one part of a request each.

use super::dye::{Dye, Marked};
use super::settings::{Settings, escaped};
use super::{AlignedPiece, MODEL, PROTOCOL};
use serde_json::Value;
use std::collections::BTreeSet;

/// Goes through a body from the top, and as deep as pieces that belong together are still apart.
pub(super) struct Collector<'a> {
    dye: &'a Dye,
    settings: &'a Settings,
    pieces: Vec<AlignedPiece>,
}

/// A node of a body as it is and as it was marked.
#[derive(Clone, Copy)]
struct Node<'a> {
    real: &'a Value,
    dyed: &'a Value,
    pointer: &'a str,
    /// The nearest element of a list that tells several parts.
    within: Option<&'a str>,
}

/// What the leaves below a node tell.
#[derive(Default)]
struct Told {
    marks: BTreeSet<Marked>,
    settings: BTreeSet<&'static str>,
}

impl Told {
    fn count(&self) -> usize {
        self.marks.len() + self.settings.len()
    }

    fn places(&self) -> Vec<String> {
        let marks = self.marks.iter().map(Marked::to_string);
        marks.chain(self.settings.iter().map(|place| (*place).to_owned())).collect()
    }
}

impl<'a> Collector<'a> {
    pub(super) fn new(dye: &'a Dye, settings: &'a Settings) -> Self {
        Self { dye, settings, pieces: Vec::new() }
    }

    pub(super) fn collect(&mut self, real: &Value, dyed: &Value) {
        self.go_into(Node { real, dyed, pointer: "", within: None });
    }

    pub(super) fn into_pieces(self) -> Vec<AlignedPiece> {
        self.pieces
    }

    fn go_into(&mut self, node: Node<'_>) {
        match (node.real, node.dyed) {
            (Value::Object(fields), Value::Object(dyed)) => {
                for (name, real) in fields {
                    let pointer = format!("{}/{}", node.pointer, escaped(name));
                    let dyed = dyed.get(name).unwrap_or(real);
                    self.field(Node { real, dyed, pointer: &pointer, within: node.within });
                }
            }
            (Value::Array(real), Value::Array(dyed)) if real.len() == dyed.len() => {
                self.list(node, real, dyed)
            }
            _ => {
                let told = self.told_in(node.dyed, node.pointer);
                self.piece(node, told.places());
            }
        }
    }

    fn field(&mut self, node: Node<'_>) {
        let told = self.told_in(node.dyed, node.pointer);
        let is_list = node.real.as_array().is_some_and(|values| values.iter().any(Value::is_object));
        match told.count() {
            // What is said around several parts, such as who speaks, is shown with each of them.
            0 if node.within.is_some() => {}
            0 => self.piece(node, vec![own_place(node.pointer)]),
            1 if !is_list => self.piece(node, told.places()),
            _ => self.go_into(node),
        }
    }

    /// What nothing is known of in a list was added beside what stands before it.
    fn list(&mut self, node: Node<'_>, real: &[Value], dyed: &[Value]) {
        let mut before: Option<String> = None;
        let mut unplaced = Vec::new();
        for (index, (real, dyed)) in real.iter().zip(dyed).enumerate() {
            let pointer = format!("{}/{index}", node.pointer);
            let told = self.told_in(dyed, &pointer);
            let places = told.places();
            let inner = Node { real, dyed, pointer: &pointer, within: node.within };
            match (places.len(), &before) {
                (0, Some(before)) => self.piece(inner, vec![before.clone()]),
                (0, None) => unplaced.push(pointer),
                (1, _) => self.piece(inner, places.clone()),
                _ if real.is_string() => self.piece(inner, places.clone()),
                _ => self.go_into(Node { within: Some(&pointer), ..inner }),
            }
            if let Some(last) = places.last() {
                self.add_before(&mut unplaced, places.first(), node.within);
                before = Some(last.clone());
            }
        }
        let rest = own_place(node.pointer);
        self.add_before(&mut unplaced, Some(&rest), node.within);
    }

    fn add_before(&mut self, unplaced: &mut Vec<String>, place: Option<&String>, within: Option<&str>) {
        for pointer in unplaced.drain(..) {
            let places = place.into_iter().cloned().collect();
            self.pieces.push(AlignedPiece { pointer, places, within: within.map(str::to_owned) });
        }
    }

    fn piece(&mut self, node: Node<'_>, places: Vec<String>) {
        let (pointer, within) = (node.pointer.to_owned(), node.within.map(str::to_owned));
        self.pieces.push(AlignedPiece { pointer, places, within });
    }

    fn told_in(&self, value: &Value, pointer: &str) -> Told {
        let mut told = Told::default();
        self.gather(value, &mut pointer.to_owned(), &mut told);
        told
    }

    fn gather(&self, value: &Value, pointer: &mut String, told: &mut Told) {
        told.settings.extend(self.settings.get(pointer.as_str()));
        let length = pointer.len();
        match value {
            Value::String(text) => self.dye.found_in(text, &mut told.marks),
            Value::Array(values) => {
                for value in values {
                    // Settings stand in no list, so that there is no need to say where in it this is.
                    pointer.push_str("/-");
                    self.gather(value, pointer, told);
                    pointer.truncate(length);
                }
            }
            Value::Object(fields) => {
                for (name, value) in fields {
                    pointer.push('/');
                    pointer.push_str(&escaped(name));
                    self.gather(value, pointer, told);
                    pointer.truncate(length);
                }
            }
            Value::Null | Value::Bool(_) | Value::Number(_) => {}
        }
    }
}

/// A field nobody asked for. The model's name is known by the name of its field, which is the same everywhere.
fn own_place(pointer: &str) -> String {
    if pointer == MODEL { MODEL.to_owned() } else { PROTOCOL.to_owned() }
}
