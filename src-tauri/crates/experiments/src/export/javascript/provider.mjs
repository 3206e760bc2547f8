// Runs the case that a test names. Its output is what the model did.

import { caseOf, run } from "./running.mjs";

export default class Cases {
  id() {
    return process.env.MODEL ?? "model";
  }

  async callApi(id) {
    return { output: JSON.stringify(await run(caseOf(id))) };
  }
}
