import type { Run } from "../command/Command.ts";
import { present } from "../report/present.ts";
import { changeLexiconsBy } from "./changeLexiconsBy.ts";
import { version } from "./lexiconParameters.ts";

export const restoreLexicons: Run = (given) =>
  present(given, changeLexiconsBy({ _tag: "Restore", version: given(version) }, given));
