/** The names a template asks for, as far as they can be told without running it. */
export function wordsOf(template: string): string[] {
  const places = template.matchAll(
    /\{\{-?\s*([A-Za-z_]\w*)|\{%-?\s*(?:(?:el)?if\s+(?:not\s+)?|for\s+[\w\s,]+?\s+in\s+)([A-Za-z_]\w*)/g,
  );
  const words = [...places].map(([, shown, asked]) => shown ?? asked ?? "");
  const made = [...template.matchAll(/\{%-?\s*(?:for|set)\s+(\w+)/g)].map(([, name]) => name);
  const known = ["loop", "true", "false", "none", "range", "dict", "namespace", ...made];
  return [...new Set(words)].filter((word) => word !== "" && !known.includes(word));
}
