// The words of the application in English. Made by `cargo xtask types`; do not edit.

export const WORKBENCH = {
  "attached.no-port": "no port of this computer can be listened on",
  "attached.no-port.advice": "Close some programs and attach it again.",
  "attached.gone": "there is no such program any more",
  "attached.gone.advice": "Look at the list of attached programs.",
  "attached.not-kept": "{path} can't be written",
  "attached.not-kept.advice": "Make room on the disk, or give yourself the right to write there.",
  "attached.not-read": "{path} can't be read, so the programs that were attached are not",
  "attached.not-read.advice": "Mend the file or delete it, and start Callwright again. Until then nothing is written to it.",
  "attached.run-by-program": "{program} runs the loop of this session, so nothing can be said in it here",
  "attached.run-by-program.advice": "Fork it into a session of your own, and say it there.",
  "attached.no-title": "a program needs a name",
  "attached.no-title.advice": "Write at least one letter.",
  "attached.not-an-address": "{address} is not the address of a provider",
  "attached.not-an-address.advice": "Write it as the provider's own variable takes it, such as https://api.openai.com/v1.",
  "attached.not-a-count": "{count} is not a number of requests from 1 to 1000",
  "attached.not-a-count.advice": "Write a number in this range.",
  "attached.not-a-status": "{status} is not the status of an error",
  "attached.not-a-status.advice": "Write a number from 400 to 599.",
} as const;
