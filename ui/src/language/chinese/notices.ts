import { CONNECTORS } from "$language/chinese/notices/connectors";
import { CONTENT } from "$language/chinese/notices/content";
import { DISK } from "$language/chinese/notices/disk";
import { DOWNLOADS } from "$language/chinese/notices/downloads";
import { EMBEDDING } from "$language/chinese/notices/embedding";
import { EXPERIMENTS } from "$language/chinese/notices/experiments";
import { FORMATS } from "$language/chinese/notices/formats";
import { FUNCTIONS } from "$language/chinese/notices/functions";
import { GATEWAY } from "$language/chinese/notices/gateway";
import { INVOCATION } from "$language/chinese/notices/invocation";
import { LOCAL_MODEL } from "$language/chinese/notices/localModel";
import { NOTICES } from "$language/chinese/notices/notices";
import { PORTS } from "$language/chinese/notices/ports";
import { SEARCH } from "$language/chinese/notices/search";
import { SELECTION } from "$language/chinese/notices/selection";
import { SESSIONS } from "$language/chinese/notices/sessions";
import { UPKEEP } from "$language/chinese/notices/upkeep";
import { WORKBENCH } from "$language/chinese/notices/workbench";
import type { Words } from "$language/notices";
import type { NoticeCrate } from "$contract/notices";

/** The Chinese words of every notice, by the crate that makes it. */
export const CHINESE_NOTICES: { readonly [Crate in NoticeCrate]: Words<Crate> } = {
  connectors: CONNECTORS,
  content: CONTENT,
  disk: DISK,
  downloads: DOWNLOADS,
  embedding: EMBEDDING,
  experiments: EXPERIMENTS,
  formats: FORMATS,
  functions: FUNCTIONS,
  gateway: GATEWAY,
  invocation: INVOCATION,
  "local-model": LOCAL_MODEL,
  notices: NOTICES,
  ports: PORTS,
  search: SEARCH,
  selection: SELECTION,
  sessions: SESSIONS,
  upkeep: UPKEEP,
  workbench: WORKBENCH,
};
