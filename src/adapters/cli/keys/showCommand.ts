import * as Effect from "effect/Effect";
import type { Run } from "../command/Command.ts";
import { columns } from "../report/columns.ts";
import { explainProblem } from "../report/explainProblem.ts";
import { presentWithoutStores, type Report } from "../report/present.ts";
import { type CheckpointKeys, Keys, type KeysInUse } from "./Keys.ts";

const describeSigning = ({ keys, source }: KeysInUse): string => {
  const rows = keys.map(({ kid }, at) => [kid, at === 0 ? "signs" : "still accepted"] as const);
  return `${source}\n\n${columns(rows)}\n\n${JSON.stringify({ keys }, null, 2)}`;
};

const describeCheckpoints = ({ source, verifierKeys }: CheckpointKeys): string => {
  if (source === null) return "AUDIT_SIGNING_KEY is not set: no key signs checkpoints of the log yet";
  const rows = verifierKeys.map((key, at) => [key, at === 0 ? "signs checkpoints" : "signed earlier ones"] as const);
  return `${source}\n\n${columns(rows)}`;
};

const inUse = Effect.gen(function* () {
  const keys = yield* Keys;
  const signing = yield* keys.inUse;
  const checkpoints = yield* keys.ofCheckpoints;
  return {
    text: `${describeSigning(signing)}\n\n${describeCheckpoints(checkpoints)}`,
    json: { source: signing.source, signs: signing.keys[0]?.kid ?? null, keys: signing.keys, checkpoints }
  } satisfies Report;
}).pipe(Effect.mapError(explainProblem));

export const show: Run = (given) => presentWithoutStores(given, inUse);
