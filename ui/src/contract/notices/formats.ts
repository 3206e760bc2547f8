// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const FORMATS = {
  "import.empty": "there is nothing to import: the text is empty",
  "import.advice": "Nothing was imported. What you gave is unchanged.",
  "import.too-large": "the text has more than {import_whole}, which is the most that is read in this form: write it as JSON Lines or in Callwright's own form, which are read a message at a time however long they are, or split it",
  "import.message-too-large": "the message at {place} has more than {import_message}, which is the most one message may have: shorten it",
  "import.blank": "the text begins with more than {import_blanks} of blanks: check that it is the file you mean",
  "import.not-json": "the text is not JSON at line {line}, column {column}: {reason}; check that it is complete and has not been cut or changed by hand",
  "import.too-deep": "the text is nested more than {limit} levels deep: no conversation is, so check where it comes from",
  "import.too-many": "the text holds more than {limit} values: split it into several conversations",
  "import.unknown-format": "this is JSON, but not a conversation in a form we read: choose the form by hand, or export it again as a list of messages",
  "import.wrong-shape": "this is not {format}: {expected} was expected at {place}; choose another form if it was written by another program",
  "import.wrong-version": "the file has format {found} and we read format {supported}: open it with a newer version",
  "import.not-spooled": "a long text of it can't be put aside: {reason}; check that there is space on the disk",
  "import.no-messages": "there are no messages in this {format} text: check that it holds a conversation",
} as const;
