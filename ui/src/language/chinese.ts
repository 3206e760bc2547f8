import { ATTACHED } from "$language/chinese/attached";
import { CALLS } from "$language/chinese/calls";
import { DEBUGGER } from "$language/chinese/debugger";
import { DECIDING } from "$language/chinese/deciding";
import { DIFFERING } from "$language/chinese/differing";
import { EXPERIMENTS } from "$language/chinese/experiments";
import { GUIDANCE } from "$language/chinese/guidance";
import { GUIDING } from "$language/chinese/guiding";
import { IMPORTS } from "$language/chinese/imports";
import { INSTRUCTIONS } from "$language/chinese/instructions";
import { LISTS } from "$language/chinese/lists";
import { LOCAL } from "$language/chinese/local";
import { MENU } from "$language/chinese/menu";
import { PIECES } from "$language/chinese/pieces";
import { SETTINGS } from "$language/chinese/settings";
import { SOURCES } from "$language/chinese/sources";
import { STATES_A_TO_L } from "$language/chinese/statesAToL";
import { STATES_FROM_S } from "$language/chinese/statesFromS";
import { STATES_M_TO_R } from "$language/chinese/statesMToR";
import { THINKING } from "$language/chinese/thinking";
import { UNSEEN } from "$language/chinese/unseen";
import { VIEWS_A_TO_I } from "$language/chinese/viewsAToI";
import { VIEWS_FROM_R } from "$language/chinese/viewsFromR";
import { VIEWS_L_TO_P } from "$language/chinese/viewsLToP";
import { WAITING } from "$language/chinese/waiting";
import { WORDS } from "$language/chinese/words";

/** Every phrase of the page, with its Chinese words. */
export const CHINESE = {
  ...ATTACHED,
  ...CALLS,
  ...DEBUGGER,
  ...SETTINGS,
  ...SOURCES,
  ...PIECES,
  ...DECIDING,
  ...DIFFERING,
  ...EXPERIMENTS,
  ...GUIDANCE,
  ...GUIDING,
  ...IMPORTS,
  ...INSTRUCTIONS,
  ...LISTS,
  ...LOCAL,
  ...THINKING,
  ...MENU,
  ...UNSEEN,
  ...VIEWS_A_TO_I,
  ...VIEWS_L_TO_P,
  ...VIEWS_FROM_R,
  ...STATES_A_TO_L,
  ...STATES_M_TO_R,
  ...STATES_FROM_S,
  ...WAITING,
  ...WORDS,
} as const;
