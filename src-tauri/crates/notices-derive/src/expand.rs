//! The implementation that is written.

use crate::model::{Case, Described, Told};
use crate::words::{Place, Words};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{Fields, Ident};

pub(crate) fn expand(described: &Described<'_>) -> TokenStream {
    let Described { name, generics, cases, templates, has_display } = described;
    let (implementation, types, bounds) = generics.split_for_impl();
    let declared = templates.iter().map(|(id, Words { english, places })| {
        let names = places.iter().map(Place::catalogued);
        quote!(::notices::Template { id: #id, english: #english, places: &[#(#names),*] })
    });
    let notices = cases.iter().map(|case| case.arm(&case.notice(templates)));
    let advices = cases.iter().map(|case| case.arm(&case.advice(templates)));
    let display = has_display.then(|| {
        quote! {
            #[automatically_derived]
            impl #implementation ::core::fmt::Display for #name #types #bounds {
                fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                    ::core::fmt::Display::fmt(&::notices::Describe::notice(self), formatter)
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        #[allow(unused_variables, clippy::too_many_lines)]
        impl #implementation ::notices::Describe for #name #types #bounds {
            const TEMPLATES: &'static [::notices::Template] = &[#(#declared),*];

            fn notice(&self) -> ::notices::Notice {
                match self { #(#notices)* }
            }

            fn advice(&self) -> ::core::option::Option<::notices::Notice> {
                match self { #(#advices)* }
            }
        }

        #[automatically_derived]
        impl #implementation ::notices::AsValue for #name #types #bounds {
            fn as_value(&self) -> ::notices::NoticeValue {
                ::notices::AsValue::as_value(&::notices::Describe::notice(self))
            }
        }

        #display
    }
}

impl Case<'_> {
    fn arm(&self, body: &TokenStream) -> TokenStream {
        let path = match self.variant {
            Some(variant) => quote!(Self::#variant),
            None => quote!(Self),
        };
        let pattern = match self.fields {
            Fields::Named(fields) => {
                let names = fields.named.iter().map(|field| &field.ident);
                quote!(#path { #(#names),* })
            }
            Fields::Unnamed(fields) => {
                let names = (0..fields.unnamed.len()).map(|at| format_ident!("field_{at}"));
                quote!(#path(#(#names),*))
            }
            Fields::Unit => path,
        };
        quote!(#pattern => #body,)
    }

    fn only_field(&self) -> Ident {
        match self.fields {
            Fields::Named(fields) => fields.named.iter().find_map(|field| field.ident.clone()),
            Fields::Unnamed(_) | Fields::Unit => None,
        }
        .unwrap_or_else(|| format_ident!("field_0"))
    }

    fn notice(&self, templates: &[(String, Words)]) -> TokenStream {
        let Told::Itself { template, cause, texts, phrases, .. } = &self.told else {
            let field = self.only_field();
            return quote!(::notices::Describe::notice(#field));
        };
        let filled = self.filled(*template, templates, texts, phrases);
        match cause {
            None => quote!(#filled),
            Some(cause) if cause.is_optional => {
                let field = cause.field;
                quote!({
                    let notice = #filled;
                    match #field {
                        ::core::option::Option::Some(cause) => notice.caused_by(cause),
                        ::core::option::Option::None => notice,
                    }
                })
            }
            Some(cause) => {
                let field = cause.field;
                quote!(#filled.caused_by(#field))
            }
        }
    }

    fn advice(&self, templates: &[(String, Words)]) -> TokenStream {
        match &self.told {
            Told::Transparent => {
                let field = self.only_field();
                quote!(::notices::Describe::advice(#field))
            }
            Told::Itself { advice: None, .. } => quote!(::core::option::Option::None),
            Told::Itself { advice: Some(advice), texts, phrases, .. } => {
                let filled = self.filled(*advice, templates, texts, phrases);
                quote!(::core::option::Option::Some(#filled))
            }
        }
    }

    /// The template of this number, with its values.
    fn filled(
        &self,
        template: usize,
        templates: &[(String, Words)],
        texts: &[&Ident],
        phrases: &[&Ident],
    ) -> TokenStream {
        let places = templates.get(template).map(|(_, words)| words.places.as_slice()).unwrap_or_default();
        let values = places.iter().map(|place| {
            let (name, value) = (place.catalogued(), self.named(&place.name));
            match &place.format {
                Some(format) => {
                    let format = format!("{{:{format}}}");
                    quote!(.with(#name, &::std::format!(#format, #value)))
                }
                None if texts.iter().any(|text| **text == place.name) => {
                    quote!(.with(#name, &::std::string::ToString::to_string(#value)))
                }
                None if phrases.iter().any(|phrase| **phrase == place.name) => {
                    quote!(.with(#name, &::notices::Notice::as_written(::std::string::ToString::to_string(#value))))
                }
                None => quote!(.with(#name, &#value)),
            }
        });
        quote!(::notices::Notice::new(&<Self as ::notices::Describe>::TEMPLATES[#template])#(#values)*)
    }

    /// The field of that name as it was written: one that a macro has written is not in scope by its name alone.
    fn named(&self, name: &str) -> Ident {
        let written = self.fields.iter().filter_map(|field| field.ident.clone()).find(|field| field == name);
        written.unwrap_or_else(|| format_ident!("{name}"))
    }
}
