import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { Keys, type KeysInUse } from "./Keys.ts";

const describe = ({ keys, source }: KeysInUse): Report => {
  const rows = keys.map(({ kid }, at) => [kid, at === 0 ? "signs" : "still accepted"] as const);
  return {
    text: `${source}\n\n${columns(rows)}\n\n${JSON.stringify({ keys }, null, 2)}`,
    json: { source, signs: keys[0]?.kid ?? null, keys }
  };
};

const inUse = Effect.flatMap(Keys, ({ inUse }) => inUse).pipe(
  Effect.mapBoth({ onFailure: explainProblem, onSuccess: describe })
);

export const show: Run = (given) => presentWithoutStores(given, inUse);
