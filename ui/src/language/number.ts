/** A number of things with its thousands apart, as in “1,030 functions”. */
export function wholeNumber(number: number): string {
  return number.toLocaleString("en-US");
}
