// Holds what a model did against what the case expects.

import { faults } from "./expectations.mjs";
import { caseOf } from "./running.mjs";

export default function assertion(output, { vars }) {
  const found = faults(caseOf(vars.case).expect, JSON.parse(output));
  return { pass: found.length === 0, score: found.length === 0 ? 1 : 0, reason: found.join("; ") || "as expected" };
}
