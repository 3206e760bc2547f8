import { CALLS } from "$language/chinese/calls";
import { DEBUGGER } from "$language/chinese/debugger";
import { PIECES } from "$language/chinese/pieces";
import { SETTINGS } from "$language/chinese/settings";
import { SOURCES } from "$language/chinese/sources";
import { STATES_ONE } from "$language/chinese/statesOne";
import { STATES_THREE } from "$language/chinese/statesThree";
import { STATES_TWO } from "$language/chinese/statesTwo";
import { VIEWS_ONE } from "$language/chinese/viewsOne";
import { VIEWS_THREE } from "$language/chinese/viewsThree";
import { VIEWS_TWO } from "$language/chinese/viewsTwo";
import { WORDS } from "$language/chinese/words";

/** Every phrase of the page, with its Chinese words. */
export const CHINESE = {
  ...CALLS,
  ...DEBUGGER,
  ...SETTINGS,
  ...SOURCES,
  ...PIECES,
  ...VIEWS_ONE,
  ...VIEWS_TWO,
  ...VIEWS_THREE,
  ...STATES_ONE,
  ...STATES_TWO,
  ...STATES_THREE,
  ...WORDS,
} as const;
