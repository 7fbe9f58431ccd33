import * as Effect from "effect/Effect";
import { Sha256Hasher } from "../../domain/crypto/Sha256Hasher.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { traced } from "../../domain/failure/traced.ts";
import { verifyInclusion } from "../../domain/transparency/inclusionProof.ts";
import { statedCheckpoint } from "../../domain/transparency/statedCheckpoint.ts";
import type { TlogProof } from "../../domain/transparency/tlogProof.ts";
import { checkEvent } from "../../domain/verification/checkEvent.ts";
import type { Fault } from "../../domain/verification/Fault.ts";
import { findArchived } from "../retention/findArchived.ts";
import { proveEvent } from "./proveEvent.ts";

const isIncluded = ({ checkpoint: note, extra, hashes, index }: TlogProof): boolean => {
  const checkpoint = statedCheckpoint(note)?.checkpoint ?? null;
  return (
    extra !== null && checkpoint !== null && verifyInclusion(index, checkpoint.size, extra, hashes, checkpoint.rootHash)
  );
};

/** Returns what does not hold of the stored event. The contents of an archived one are not read. */
const eventFault = Effect.fnUntraced(function* (position: number) {
  const [event] = yield* (yield* EventLog).read(position - 1, 1);
  if (event?.position === position) return checkEvent(event, yield* Sha256Hasher).fault;
  if ((yield* findArchived(position)) !== null) return null;
  return { position, part: "position", reason: "the log has no event here" } satisfies Fault;
});

/**
 * Proves that the event at a position is in the log, as `proveEvent` does, and verifies the event and the proof. Fails with
 * the `Fault` of an event that is missing or changed, or that has another leaf hash than the one that was sealed.
 */
export const proveVerifiedEvent = traced("proveVerifiedEvent")(function* (position: number) {
  const proof = yield* proveEvent(position);
  const fault = yield* eventFault(position);
  if (fault !== null) return yield* Effect.fail(fault);
  if (isIncluded(proof)) return proof;
  const changed: Fault = { position, part: "tree", reason: "the event is not the one that was sealed" };
  return yield* Effect.fail(changed);
});
