import * as Effect from "effect/Effect";
import { EventIdTaken, EventLogUnavailable } from "../../../domain/event/EventLog.ts";
import { databaseError, failureReason } from "../connection/failureReason.ts";
import { SubjectKeySealed } from "../personal/SubjectKeys.ts";

/** Whether the server refused a statement because of its contents (SQLSTATE classes 22, 23 and 54), not its own state. */
export const isRefused = (cause: unknown): boolean => /^(?:22|23|54)/.test(databaseError(cause)?.code ?? "");

const isIdTaken = (cause: unknown): boolean => databaseError(cause)?.constraint === "events_id_key";

/** Returns the failure of an append whose statement failed. An event id that the log already has is a defect. */
export const appendFailure = (cause: unknown): Effect.Effect<never, EventLogUnavailable> => {
  if (isIdTaken(cause)) return Effect.die(new EventIdTaken());
  if (cause instanceof SubjectKeySealed)
    return Effect.fail(new EventLogUnavailable({ operation: "append", reason: "unreadable", cause }));
  const reason = isRefused(cause) ? "refused" : failureReason(cause);
  return Effect.fail(new EventLogUnavailable({ operation: "append", reason, cause }));
};
