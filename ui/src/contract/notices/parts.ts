// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const PARTS = {
} as const;
