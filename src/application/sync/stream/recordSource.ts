import * as Effect from "effect/Effect";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { type SyncSource, SyncSourceChanged } from "../../../domain/sync/stream/SyncSource.ts";
import { syncSources } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { currentSource } from "../status/recordedSource.ts";

const isSame = (before: SyncSource | null, source: SyncSource | null): boolean =>
  before?.address === source?.address && before?.kind === source?.kind;

/** Records which source is followed, or null for none, and returns whether it changed. */
export const recordSource = (source: SyncSource | null) =>
  Effect.map(
    decide({
      aggregate: syncSources,
      stream: currentSource,
      metadata: () => ({ actor: systemActor }),
      decide: (before) =>
        Effect.succeed({
          events: isSame(before, source)
            ? []
            : [new SyncSourceChanged({ kind: source?.kind ?? null, address: source?.address ?? null })],
          outcome: !isSame(before, source)
        })
    }),
    ({ outcome }) => outcome
  );
