import * as Effect from "effect/Effect";
import type { Did } from "../../../domain/atproto/Did.ts";
import { sha256Base64Url } from "../../../domain/crypto/sha256.ts";
import { systemActor } from "../../../domain/event/Envelope.ts";
import { type StreamName, streamName } from "../../../domain/event/StreamName.ts";
import { type GapReason, SyncGapFound } from "../../../domain/sync/backfill/SyncEvent.ts";
import type { SyncSource } from "../../../domain/sync/stream/SyncSource.ts";
import { repositories } from "../../event/aggregates.ts";
import { decide } from "../../event/decide.ts";
import { repositoryStream } from "../backfill/indexRepository.ts";
import type { PlannedGap } from "./planBatch.ts";

const recordGap = (
  stream: StreamName,
  gap: Omit<PlannedGap, "did"> & { readonly did: Did | null },
  { address }: SyncSource
) =>
  decide({
    aggregate: repositories,
    stream,
    metadata: () => ({ actor: systemActor, subjectDid: gap.did }),
    decide: () => Effect.succeed({ events: [new SyncGapFound({ source: address, ...gap })], outcome: null })
  });

/** Records that the changes of repositories were missed, which makes the repositories due. */
export const recordGaps = (gaps: ReadonlyArray<PlannedGap>, source: SyncSource) =>
  Effect.forEach(gaps, (gap) => Effect.flatMap(repositoryStream(gap.did), (stream) => recordGap(stream, gap, source)), {
    discard: true
  });

/** Returns the stream of a source. The address is hashed, since it may be longer than a stream name. */
export const sourceStream = (address: string) => streamName("sync-source", sha256Base64Url(address));

/** Records that events of any repository may have been missed, which makes every known repository due. */
export const recordSourceGap = (source: SyncSource, reason: GapReason) =>
  recordGap(sourceStream(source.address), { did: null, reason, rev: null, lastRev: null }, source);
