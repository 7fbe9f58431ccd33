import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { EventLog } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import { SealedTree } from "../../domain/transparency/SealedTree.ts";

/** Milliseconds between two looks at the latest checkpoint. */
const lookEvery = 100;

/**
 * Returns the latest checkpoint once it covers every event that the log has now. After `timeout` (milliseconds) it
 * returns the latest one there is, or none: perhaps no process seals the log.
 */
export const awaitSealed = traced("awaitSealed")(function* (timeout: number) {
  const tree = yield* SealedTree;
  const head = yield* (yield* EventLog).head;
  const covers = (latest: Effect.Effect.Success<typeof tree.latest>) =>
    Option.match(latest, { onNone: () => head === 0, onSome: ({ size }) => size >= head });
  for (let waited = 0; ; waited += lookEvery) {
    const latest = yield* tree.latest;
    if (covers(latest) || waited >= timeout) return latest;
    yield* Effect.sleep(lookEvery);
  }
});
