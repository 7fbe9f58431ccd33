import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { SealedTree } from "../../../domain/transparency/SealedTree.ts";
import { tilesOf } from "../../../domain/transparency/Tile.ts";
import { LogCensus } from "../../../domain/verification/LogCensus.ts";

/** Counts what the log in memory has. Nobody can change its rows, or bring the key of an erased person back. */
export const layer: Layer.Layer<LogCensus, never, EventLog | SealedTree> = Layer.effect(
  LogCensus,
  Effect.gen(function* () {
    const log = yield* EventLog;
    const tree = yield* SealedTree;
    return LogCensus.of({
      withKey: () => Effect.succeed([]),
      count: Effect.gen(function* () {
        const head = yield* Effect.mapError(
          log.head,
          ({ cause }) => new StorageUnavailable({ store: "log-census", reason: "unreachable", cause })
        );
        const sealed = Option.match(yield* tree.latest, { onNone: () => 0, onSome: ({ size }) => size });
        const isEmpty = head === 0;
        return {
          head,
          rows: head,
          lowest: isEmpty ? null : 1,
          highest: isEmpty ? null : head,
          tiles: [...tilesOf(sealed)].length
        };
      })
    });
  })
);
