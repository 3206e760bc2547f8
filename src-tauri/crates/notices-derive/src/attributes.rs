//! What stands in the attributes.

use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Ident, LitStr, Result, Token};

/// Everything `#[notice(…)]` may say, of a type, a variant or a field.
#[derive(Default)]
pub(crate) struct Said {
    pub(crate) prefix: Option<LitStr>,
    pub(crate) id: Option<LitStr>,
    pub(crate) words: Option<LitStr>,
    pub(crate) advice: Option<LitStr>,
    /// The words are thiserror's, which writes `Display` then.
    pub(crate) is_error: bool,
    pub(crate) is_transparent: bool,
    pub(crate) is_cause: bool,
    pub(crate) is_text: bool,
    pub(crate) is_written: bool,
}

enum Part {
    Words(LitStr),
    Named(Ident, LitStr),
    Flag(Ident),
}

impl Parse for Part {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if input.peek(LitStr) {
            return input.parse().map(Self::Words);
        }
        let name: Ident = input.parse()?;
        if input.peek(Token![=]) {
            input.parse::<Token![=]>()?;
            return Ok(Self::Named(name, input.parse()?));
        }
        Ok(Self::Flag(name))
    }
}

/// thiserror's attribute: words, or `transparent`. Its arguments are refused where a place needs one.
struct ErrorWords {
    words: Option<LitStr>,
}

impl Parse for ErrorWords {
    fn parse(input: ParseStream<'_>) -> Result<Self> {
        if !input.peek(LitStr) {
            input.parse::<Ident>()?;
            return Ok(Self { words: None });
        }
        let words = input.parse()?;
        let _ = input.parse::<Option<Token![,]>>()?;
        if let Some(argument) = Punctuated::<Expr, Token![,]>::parse_terminated(input)?.first() {
            let message = "name the field in the braces; a path and what `AsValue` knows need no method";
            return Err(syn::Error::new_spanned(argument, message));
        }
        Ok(Self { words: Some(words) })
    }
}

impl Said {
    pub(crate) fn read(attributes: &[Attribute]) -> Result<Self> {
        let mut said = Self::default();
        for attribute in attributes {
            if attribute.path().is_ident("error") {
                said.is_error = true;
                let ErrorWords { words } = attribute.parse_args()?;
                said.is_transparent |= words.is_none();
                // Words for a person alone count for more.
                said.words = said.words.or(words);
            } else if attribute.path().is_ident("advice") {
                said.advice = Some(attribute.parse_args()?);
            } else if attribute.path().is_ident("source") {
                said.is_cause = true;
            } else if attribute.path().is_ident("notice") {
                for part in attribute.parse_args_with(Punctuated::<Part, Token![,]>::parse_terminated)? {
                    said.take(part)?;
                }
            }
        }
        Ok(said)
    }

    fn take(&mut self, part: Part) -> Result<()> {
        match part {
            Part::Words(words) => self.words = Some(words),
            Part::Named(name, value) if name == "prefix" => self.prefix = Some(value),
            Part::Named(name, value) if name == "id" => self.id = Some(value),
            Part::Flag(name) if name == "transparent" => self.is_transparent = true,
            Part::Flag(name) if name == "cause" => self.is_cause = true,
            Part::Flag(name) if name == "text" => self.is_text = true,
            Part::Flag(name) if name == "written" => self.is_written = true,
            Part::Named(name, _) | Part::Flag(name) => {
                return Err(syn::Error::new(
                    name.span(),
                    "there is prefix, id, transparent, cause, text and written",
                ));
            }
        }
        Ok(())
    }
}
