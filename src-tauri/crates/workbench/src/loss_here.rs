//! The losses of imports and exports that no format knows of.

use content::FunctionName;

notices::declare! {
    pub(crate) enum LossHere: "loss-here" {
        TakenFor { written: String, #[notice(text)] name: FunctionName } = "the function \"{written}\" is taken for {name}",
        StoodIn { protocol: &'static str } = "the model takes no request, so this one is written in the protocol {protocol}",
    }
}
