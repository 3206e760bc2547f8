import type { ListedServices } from "$contract";

/** Two services, of which one can't be used as it is. */
export function servicesDemo(): ListedServices {
  const usual = {
    proxy: { type: "usual" as const },
    certificates: null,
    delivery: "streamed" as const,
    idleSeconds: null,
  };
  return {
    services: [
      {
        settings: {
          ...usual,
          headers: ["x-team"],
          id: "acme",
          kind: "openai-compatible",
          title: "Acme",
          address: "https://models.example/v1",
          key: { type: "kept" },
          models: ["acme-large", "acme-small"],
        },
        problem: null,
        warnings: [],
        keyPlace: "file",
      },
      {
        settings: {
          ...usual,
          headers: [],
          id: "openai",
          kind: "openai",
          title: "OpenAI",
          address: "https://api.openai.com/v1",
          key: { type: "environment", variable: "OPENAI_API_KEY" },
          models: ["gpt-5.6-sol"],
        },
        problem: "the environment variable OPENAI_API_KEY is not set",
        warnings: [],
        keyPlace: null,
      },
    ],
    kinds: [
      {
        id: "openai",
        title: "OpenAI",
        address: "https://api.openai.com/v1",
        needsKey: true,
        keyVariable: "OPENAI_API_KEY",
        keyForm: null,
      },
      {
        id: "openai-compatible",
        title: "OpenAI-compatible",
        address: "",
        needsKey: false,
        keyVariable: null,
        keyForm: null,
      },
    ],
    keeping:
      "While the keychain of this system is locked, keys that are typed are kept encrypted in ~/.local/share/callwright/keys.sealed. Whoever can read all your files on this machine can open it.",
    keychain: "locked",
  };
}
