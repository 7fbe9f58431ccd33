import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { proveConsistency } from "../../src/application/transparency/proveConsistency.ts";
import { proveEvent } from "../../src/application/transparency/proveEvent.ts";
import { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { tlogProofText } from "../../src/domain/transparency/tlogProof.ts";
import { quantile } from "./statistics.ts";

const drawn = (size: number, count: number): ReadonlyArray<number> =>
  Array.from({ length: count }, () => 1 + Math.floor(Math.random() * size));

const timed = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.suspend(() => {
    const started = performance.now();
    return Effect.map(effect, (result) => ({ result, milliseconds: performance.now() - started }));
  });

const times = (all: ReadonlyArray<{ readonly milliseconds: number }>): string => {
  const milliseconds = all.map((each) => each.milliseconds);
  return `p50 ${quantile(milliseconds, 0.5).toFixed(2)} ms, p99 ${quantile(milliseconds, 0.99).toFixed(2)} ms`;
};

/** Measures proofs of random events, and between random sizes and the latest checkpoint, one after the other. */
export const measureProofs = Effect.fnUntraced(function* (count: number) {
  const latest = yield* (yield* SealedTree).latest;
  const size = Option.match(latest, { onNone: () => 0, onSome: (checkpoint) => checkpoint.size });
  yield* Effect.forEach(drawn(size, 50), proveEvent, { discard: true });
  const proofs = yield* Effect.forEach(drawn(size, count), (position) => timed(proveEvent(position)));
  const longest = Math.max(...proofs.map(({ result }) => Buffer.byteLength(tlogProofText(result))));
  const consistency = yield* Effect.forEach(drawn(size, count), (older) => timed(proveConsistency(older)));
  yield* Console.log(
    [
      `proofs in a log of ${size.toLocaleString("en")} events, ${count} of each`,
      `of an event: ${times(proofs)}, at most ${longest} bytes`,
      `of consistency: ${times(consistency)}`
    ].join("\n")
  );
});
