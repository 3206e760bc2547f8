//! Notices that are nothing but their words, a line each.

/// Declares enums with the derive of `Describe`: a variant, its fields, and its words behind a sign of equality.
///
/// ```ignore
/// notices::declare! {
///     /// How a request differs.
///     pub(crate) enum Difference: "difference" {
///         /// The id is "difference.renamed".
///         Renamed { name: String } = "{name} has another name",
///     }
/// }
/// ```
#[macro_export]
macro_rules! declare {
    ($(
        $(#[$attribute:meta])*
        $visibility:vis enum $name:ident: $prefix:literal {
            $($(#[$of_variant:meta])* $variant:ident
                $({ $($(#[$of_field:meta])* $field:ident: $kind:ty),* $(,)? })? = $words:literal),* $(,)?
        }
    )+) => {$(
        $(#[$attribute])*
        #[derive(Clone, Debug, PartialEq, Eq, $crate::Describe)]
        #[notice(prefix = $prefix)]
        $visibility enum $name {
            $($(#[$of_variant])* #[notice($words)] $variant $({ $($(#[$of_field])* $field: $kind),* })?,)*
        }
    )+};
}
