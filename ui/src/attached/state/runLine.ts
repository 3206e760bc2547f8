/** Letters that no shell reads as anything else. */
const PLAIN = /^[\w.,:@+=/-]+$/;
/** What a shell reads within double quotes. */
const READ_IN_QUOTES = /["$`\\!%]/;

/** The line for a terminal that starts a command as the program of this title. */
export function runLine(title: string, command: string): string {
  return `callwright run --name=${quoted(title)} -- ${command}`;
}

/** Double quotes hold in every usual shell. What they would not keep is written for a POSIX shell. */
function quoted(text: string): string {
  if (PLAIN.test(text)) return text;
  return READ_IN_QUOTES.test(text) ? `'${text.replaceAll("'", "'\\''")}'` : `"${text}"`;
}
