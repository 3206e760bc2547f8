//! What a type says about itself.

use crate::attributes::Said;
use crate::words::Words;
use std::collections::HashMap;
use syn::{Data, DeriveInput, Fields, Generics, Ident, LitStr, Result, Type};

pub(crate) struct Described<'a> {
    pub(crate) name: &'a Ident,
    pub(crate) generics: &'a Generics,
    /// One for a struct.
    pub(crate) cases: Vec<Case<'a>>,
    /// In the order in which they are declared; cases name them by number.
    pub(crate) templates: Vec<(String, Words)>,
    /// Nobody else writes `Display`.
    pub(crate) has_display: bool,
}

pub(crate) struct Case<'a> {
    pub(crate) variant: Option<&'a Ident>,
    pub(crate) fields: &'a Fields,
    pub(crate) told: Told<'a>,
}

pub(crate) enum Told<'a> {
    /// The only field tells.
    Transparent,
    Itself {
        template: usize,
        cause: Option<Cause<'a>>,
        advice: Option<usize>,
        texts: Vec<&'a Ident>,
        phrases: Vec<&'a Ident>,
    },
}

pub(crate) struct Cause<'a> {
    pub(crate) field: &'a Ident,
    pub(crate) is_optional: bool,
}

struct Reader {
    prefix: String,
    advice: Option<LitStr>,
    templates: Vec<(String, Words)>,
    advices: HashMap<String, usize>,
    has_display: bool,
}

pub(crate) fn read(input: &DeriveInput) -> Result<Described<'_>> {
    let said = Said::read(&input.attrs)?;
    let prefix = said.prefix.as_ref().ok_or_else(|| {
        syn::Error::new_spanned(&input.ident, "its ids need a beginning: #[notice(prefix = \"…\")]")
    })?;
    let mut reader = Reader {
        prefix: prefix.value(),
        advice: said.advice.clone(),
        templates: Vec::new(),
        advices: HashMap::new(),
        has_display: false,
    };
    let cases = match &input.data {
        Data::Enum(data) => data
            .variants
            .iter()
            .map(|variant| {
                let said = Said::read(&variant.attrs)?;
                reader.case(&said, &variant.ident, Some(&variant.ident), &variant.fields)
            })
            .collect::<Result<_>>()?,
        Data::Struct(data) => vec![reader.case(&said, &input.ident, None, &data.fields)?],
        Data::Union(_) => return Err(syn::Error::new_spanned(&input.ident, "a union tells nothing")),
    };
    let Reader { templates, has_display, .. } = reader;
    Ok(Described { name: &input.ident, generics: &input.generics, cases, templates, has_display })
}

impl Reader {
    fn case<'a>(
        &mut self,
        said: &Said,
        name: &'a Ident,
        variant: Option<&'a Ident>,
        fields: &'a Fields,
    ) -> Result<Case<'a>> {
        self.has_display |= !said.is_error;
        if said.is_transparent {
            return match fields.len() {
                1 => Ok(Case { variant, fields, told: Told::Transparent }),
                _ => Err(syn::Error::new_spanned(name, "transparent passes on the only field")),
            };
        }
        let literal = said.words.as_ref().ok_or_else(|| {
            syn::Error::new_spanned(
                name,
                "it needs words: #[error(\"…\")], or #[notice(\"…\")] without thiserror",
            )
        })?;
        let id = match (&said.id, variant) {
            (Some(id), _) => format!("{}.{}", self.prefix, id.value()),
            (None, Some(variant)) => format!("{}.{}", self.prefix, kebab(&variant.to_string())),
            (None, None) => self.prefix.clone(),
        };
        let Marked { cause, texts, phrases } = marked(fields)?;
        let mut words = Words::read(literal)?;
        if let Some(cause) = &cause {
            words = words.without_cause(&cause.field.to_string());
        }
        let told_in_place = |cause: &Cause<'_>| words.places.iter().any(|place| *cause.field == place.name);
        let cause = cause.filter(|cause| !told_in_place(cause));
        let template = self.templates.len();
        self.templates.push((id.clone(), words));
        let advice = self.advice(said, &id)?;
        Ok(Case { variant, fields, told: Told::Itself { template, cause, advice, texts, phrases } })
    }

    fn advice(&mut self, said: &Said, id: &str) -> Result<Option<usize>> {
        let (literal, owner) = match (&said.advice, &self.advice) {
            (Some(own), _) => (own, id),
            (None, Some(common)) => (common, self.prefix.as_str()),
            (None, None) => return Ok(None),
        };
        if let Some(known) = self.advices.get(&literal.value()) {
            return Ok(Some(*known));
        }
        let at = self.templates.len();
        self.advices.insert(literal.value(), at);
        self.templates.push((format!("{owner}.advice"), Words::read(literal)?));
        Ok(Some(at))
    }
}

/// The fields that stand in the words in a way of their own.
#[derive(Default)]
struct Marked<'a> {
    cause: Option<Cause<'a>>,
    texts: Vec<&'a Ident>,
    phrases: Vec<&'a Ident>,
}

fn marked(fields: &Fields) -> Result<Marked<'_>> {
    let mut marked = Marked::default();
    for field in fields {
        let Some(name) = &field.ident else { continue };
        let said = Said::read(&field.attrs)?;
        if said.is_text {
            marked.texts.push(name);
        }
        if said.is_written {
            marked.phrases.push(name);
        }
        if said.is_cause || *name == "source" || *name == "cause" {
            marked.cause = Some(Cause { field: name, is_optional: is_option(&field.ty) });
        }
    }
    Ok(marked)
}

fn is_option(kind: &Type) -> bool {
    // A type that a macro was given is in a group.
    let kind = if let Type::Group(group) = kind { &*group.elem } else { kind };
    matches!(kind, Type::Path(path) if path.path.segments.last().is_some_and(|last| last.ident == "Option"))
}

fn kebab(name: &str) -> String {
    let mut kebab = String::new();
    for (at, letter) in name.chars().enumerate() {
        if letter.is_uppercase() && at > 0 {
            kebab.push('-');
        }
        kebab.extend(letter.to_lowercase());
    }
    kebab
}
