import { FORMATS } from "$language/chinese/told/formats";
import { HISTORIES } from "$language/chinese/told/histories";
import { JOINED, OF_OTHERS } from "$language/chinese/told/joined";
import { PLUGINS } from "$language/chinese/told/plugins";
import { REQUESTS } from "$language/chinese/told/requests";
import { SEARCHING } from "$language/chinese/told/searching";
import { SERVERS } from "$language/chinese/told/servers";
import { SERVICES } from "$language/chinese/told/services";
import { TURNS } from "$language/chinese/told/turns";

/** Every sentence that stands in the sources of the application, as it is written there, with its Chinese words. */
export const OF_THE_APPLICATION = {
  ...SERVICES,
  ...REQUESTS,
  ...FORMATS,
  ...HISTORIES,
  ...TURNS,
  ...SEARCHING,
  ...SERVERS,
  ...PLUGINS,
} as const;

/** Everything a person is told that does not come from the page itself. */
export const TOLD = { ...OF_THE_APPLICATION, ...JOINED, ...OF_OTHERS } as const;
