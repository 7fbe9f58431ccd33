import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { present } from "../report/present.ts";
import { changeLexiconsBy } from "./changeLexiconsBy.ts";
import { readFiles } from "./readFiles.ts";

export const addLexicons: Run = (given) =>
  present(
    given,
    Effect.flatMap(readFiles(given), (files) => changeLexiconsBy({ _tag: "Add", files }, given))
  );
