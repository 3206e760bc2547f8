/** How the words of a language and the values in them are put together. */
export type Join = (before: string, after: string) => string;

export const joinedInEnglish: Join = (before, after) => before + after;

/** Puts a blank between Chinese and Latin letters where a value meets a phrase, and none between two Chinese signs. */
export const joinedInChinese: Join = (before, after) => {
  if (/[\p{Script=Han}，。：；、？！（）] $/u.test(before) && /^[\p{Script=Han}（]/u.test(after))
    return before.slice(0, -1) + after;
  if (/[\p{Script=Han}，。：；、？！（）]$/u.test(before) && /^ \p{Script=Han}/u.test(after))
    return before + after.slice(1);
  const isApart =
    (/\p{Script=Han}$/u.test(before) && /^[\p{Script=Latin}\d]/u.test(after)) ||
    (/[\p{Script=Latin}\d%]$/u.test(before) && /^\p{Script=Han}/u.test(after));
  return isApart ? `${before} ${after}` : before + after;
};

/** A text with its places, such as `{name}`, filled in. A place without a value stays as it is written. */
export function filledIn(text: string, valueOf: (name: string) => string | undefined, join: Join): string {
  const parts = text.split(/(\{\w+\})/).map((part) => {
    return /^\{\w+\}$/.test(part) ? (valueOf(part.slice(1, -1)) ?? part) : part;
  });
  return parts.reduce(join, "");
}
