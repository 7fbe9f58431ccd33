import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import type { SealedTree } from "../../src/domain/transparency/SealedTree.ts";
import { LogCensus } from "../../src/domain/verification/LogCensus.ts";
import { sealLog } from "../support/sealLog.ts";
import { freshStream, sampleEvents } from "./sampleEvent.ts";

const append = (count: number) => Effect.flatMap(EventLog, (log) => log.append(freshStream(), 0, sampleEvents(count)));

/** The numbers of rows, before and after appends and seals. */
export const logCensusContract = <E>(adapter: string, stores: Layer.Layer<LogCensus | SealedTree | EventLog, E>) =>
  describe(`LogCensus contract: ${adapter}`, () => {
    const test = <A, F>(title: string, effect: Effect.Effect<A, F, LogCensus | SealedTree | EventLog>) =>
      it.effect(title, () => Effect.provide(effect, Layer.fresh(stores)), 60_000);

    test(
      "counts nothing in an empty log",
      Effect.gen(function* () {
        const { count } = yield* LogCensus;
        assert.deepStrictEqual(yield* count, { head: 0, rows: 0, lowest: null, highest: null, tiles: 0 });
      })
    );

    test(
      "counts events as they are appended, and tiles as they are sealed",
      Effect.gen(function* () {
        const { count } = yield* LogCensus;
        yield* append(300);
        assert.deepStrictEqual(yield* count, { head: 300, rows: 300, lowest: 1, highest: 300, tiles: 0 });
        yield* sealLog;
        yield* append(1);
        assert.deepStrictEqual(yield* count, { head: 301, rows: 301, lowest: 1, highest: 301, tiles: 3 });
      })
    );

    test(
      "knows no key of somebody who is in no event",
      Effect.gen(function* () {
        const { withKey } = yield* LogCensus;
        assert.deepStrictEqual(yield* withKey(["nobody"]), []);
        assert.deepStrictEqual(yield* withKey([]), []);
      })
    );
  });
