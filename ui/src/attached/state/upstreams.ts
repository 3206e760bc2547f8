import { say } from "$language/say";
import type { Provider, Upstreams } from "$contract";

/** The providers, with the addresses that their own clients use. */
export const PROVIDERS: readonly { provider: Provider; title: string; usual: string }[] = [
  { provider: "openai", title: "OpenAI", usual: "https://api.openai.com/v1" },
  { provider: "anthropic", title: "Anthropic", usual: "https://api.anthropic.com" },
  { provider: "gemini", title: "Gemini", usual: "https://generativelanguage.googleapis.com" },
];

/** Why nothing can be sent to an address. */
export function addressFault(address: string): string | null {
  return /^https?:\/\/[^\s/?#]+/.test(address.trim())
    ? null
    : say("Write a whole address, with http:// or https://.");
}

/** Why nothing can be sent to one of the addresses. */
export function upstreamsFault(upstreams: Upstreams): string | null {
  const faults = Object.values(upstreams).map(addressFault);
  return faults.find((fault) => fault !== null) ?? null;
}

/** The addresses with one changed. An empty one is the usual one. */
export function withUpstream(upstreams: Upstreams, provider: Provider, address: string): Upstreams {
  const changed = { ...upstreams, [provider]: address.trim() };
  return Object.fromEntries(Object.entries(changed).filter(([, one]) => one !== ""));
}
