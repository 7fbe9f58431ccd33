import * as Encoding from "effect/Encoding";
import { SecureRandom } from "../../domain/crypto/SecureRandom.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import {
  type ComparedCheckpoint,
  LogVerificationFailed,
  LogVerified,
  type VerificationEvent,
  type VerifiedBy
} from "../../domain/verification/VerificationEvent.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { retryConflicts } from "../event/retryConflicts.ts";
import type { VerifyReport } from "./VerifyReport.ts";

/** A verification of the log: where it ran, at whose request, and with which older checkpoints it compared the log. */
export interface FinishedVerification extends VerifyReport {
  readonly by: VerifiedBy;
  readonly actor: Actor;
  readonly compared: ReadonlyArray<ComparedCheckpoint>;
}

/** The most characters of a reason that are recorded. */
const maxDetail = 300;

const eventOf = ({ by, checked, compared, firstBad, rootHash, size }: FinishedVerification): VerificationEvent => {
  if (firstBad === null) return new LogVerified({ by, checked, compared, size, rootHash });
  const { part, position, reason } = firstBad;
  return new LogVerificationFailed({
    by,
    checked,
    compared,
    badPosition: position,
    part,
    detail: reason.slice(0, maxDetail)
  });
};

/** Records the result of a verification in the log, and returns the position of the event. */
export const recordVerification = traced("recordVerification")(function* (finished: FinishedVerification) {
  const stream = streamName("verification", Encoding.encodeBase64Url(yield* (yield* SecureRandom).bytes(12)));
  const { actor } = finished;
  const [recorded] = yield* retryConflicts(appendEvents(stream, 0, [eventOf(finished)], { actor }));
  return recorded?.position ?? 0;
});
