import type { Candidate, Selection, SelectionPlan, Verdict } from "$contract";

/** How functions are chosen until a session is told otherwise. */
export const RANKED: SelectionPlan = {
  limit: 4,
  contextMessages: 3,
  withResults: false,
  pinned: [],
  mode: { type: "perRequest" },
  keeping: "replacing",
  ranking: { words: 0.03, meaning: 1, recent: 0.6, clauses: 0.53, lead: 0.6, likeness: 0.125 },
};

type Row = [Candidate["function"], score: number, rank: number, matched: string[], Verdict];

/** A ranking of one request that asks for two things. */
export function ranking(query: string, rows: Row[]): Selection {
  const things = query.split(/(?<=\?) /);
  const clauses = things.map((text) => ({ kind: "clause" as const, text }));
  return {
    query,
    limit: 4,
    views: [{ kind: "last", text: query }, ...(clauses.length > 1 ? clauses : [])],
    considered: rows.length,
    consideredTokens: 640,
    offeredTokens: 410,
    ranking: RANKED.ranking,
    candidates: rows.map(candidate),
  };
}

function candidate([name, score, rank, matched, verdict]: Row): Candidate {
  const fit = Math.min(0.2 + score / 12, 0.8);
  const scores: Candidate["scores"] = [
    { signal: "words", score, rank },
    { signal: "meaning", score: fit, rank },
  ];
  return { function: name, scores, matched, verdict, total: 0.03 * score + fit, fit };
}
