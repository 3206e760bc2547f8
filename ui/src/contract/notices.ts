// The words of the application in English. Made by `cargo xtask types`; do not edit.

import { CONNECTORS } from "./notices/connectors";
import { CONTENT } from "./notices/content";
import { DISK } from "./notices/disk";
import { DOWNLOADS } from "./notices/downloads";
import { EMBEDDING } from "./notices/embedding";
import { EXPERIMENTS } from "./notices/experiments";
import { FORMATS } from "./notices/formats";
import { FUNCTIONS } from "./notices/functions";
import { GATEWAY } from "./notices/gateway";
import { INVOCATION } from "./notices/invocation";
import { LOCAL_MODEL } from "./notices/local-model";
import { NOTICES } from "./notices/notices";
import { PORTS } from "./notices/ports";
import { SEARCH } from "./notices/search";
import { SELECTION } from "./notices/selection";
import { SESSIONS } from "./notices/sessions";
import { UPKEEP } from "./notices/upkeep";
import { WORKBENCH } from "./notices/workbench";

/** The words of each crate, by id. Places stand in braces. */
export const ENGLISH = {
  "connectors": CONNECTORS,
  "content": CONTENT,
  "disk": DISK,
  "downloads": DOWNLOADS,
  "embedding": EMBEDDING,
  "experiments": EXPERIMENTS,
  "formats": FORMATS,
  "functions": FUNCTIONS,
  "gateway": GATEWAY,
  "invocation": INVOCATION,
  "local-model": LOCAL_MODEL,
  "notices": NOTICES,
  "ports": PORTS,
  "search": SEARCH,
  "selection": SELECTION,
  "sessions": SESSIONS,
  "upkeep": UPKEEP,
  "workbench": WORKBENCH,
} as const;

export type NoticeCrate = keyof typeof ENGLISH;
export type NoticeIdOf<Crate extends NoticeCrate> = keyof (typeof ENGLISH)[Crate];
export type NoticeId = { [Crate in NoticeCrate]: NoticeIdOf<Crate> }[NoticeCrate];
