import type { Run } from "../command/Command.ts";
import { present } from "../report/present.ts";
import { changeLexiconsBy } from "./changeLexiconsBy.ts";
import { nsids } from "./lexiconParameters.ts";

export const removeLexicons: Run = (given) =>
  present(given, changeLexiconsBy({ _tag: "Remove", ids: given(nsids) }, given));
