import { FETCHING } from "$language/chinese/told/fetching";
import { FORMATS } from "$language/chinese/told/formats";
import { HISTORIES } from "$language/chinese/told/histories";
import { JOINED, OF_OTHERS } from "$language/chinese/told/joined";
import { LOCAL_MODEL } from "$language/chinese/told/localModel";
import { MODELS } from "$language/chinese/told/models";
import { PLUGINS } from "$language/chinese/told/plugins";
import { REQUESTS } from "$language/chinese/told/requests";
import { SEARCHING } from "$language/chinese/told/searching";
import { SERVERS } from "$language/chinese/told/servers";
import { SERVICES } from "$language/chinese/told/services";
import { THINKING } from "$language/chinese/told/thinking";
import { TURNS } from "$language/chinese/told/turns";
import { THOUGHTS } from "$language/chinese/told/thoughts";
import { WAYS } from "$language/chinese/told/ways";
import { WORDS_TOLD } from "$language/chinese/told/words";
import { CHINESE_NOTICES } from "$language/chinese/notices";
import { joined } from "$language/notices";
import { Interpreter, shapeOf, type Table } from "$language/templates";
import { ENGLISH } from "$contract/notices";

/** Every sentence that stands in the sources of the application, as it is written there, with its Chinese words. */
export const OF_THE_APPLICATION = {
  ...SERVICES,
  ...REQUESTS,
  ...THINKING,
  ...FORMATS,
  ...HISTORIES,
  ...TURNS,
  ...SEARCHING,
  ...SERVERS,
  ...PLUGINS,
  ...FETCHING,
  ...LOCAL_MODEL,
  ...THOUGHTS,
  ...WAYS,
  ...MODELS,
} as const;

/** Everything a person is told that does not come from the page itself. */
export const TOLD = { ...OF_THE_APPLICATION, ...JOINED, ...OF_OTHERS } as const;

/** Notices that became sentences again: crates that are not converted pass on those that are as text. */
function ofNotices(): Table {
  const [written, said] = [joined(ENGLISH), joined(CHINESE_NOTICES)];
  const isSentence = (text: string): boolean => /\p{L}/u.test(shapeOf(text));
  const toldAgain = (id: string): string => (said[id] ?? "").replace(/\{(\w+)\}/g, "{$1:told}");
  // What is wrong with JSON is told in words of ours, all else of others in theirs.
  const isTheirs = (id: string): boolean => id in ENGLISH.notices && !id.startsWith("json.");
  const entries = Object.entries(written).filter(([id, text]) => isSentence(text) && !isTheirs(id));
  return Object.fromEntries(
    entries.flatMap(([id, text]) => [
      [text, toldAgain(id)],
      [`${text}: {ledTo}`, `${toldAgain(id)}：{ledTo:told}`],
    ]),
  );
}

export function chineseInterpreter(): Interpreter {
  return new Interpreter({ ...ofNotices(), ...TOLD }, WORDS_TOLD);
}
