import * as Schema from "effect/Schema";
import { OutboundFailureReason } from "../outbound/OutboundHttp.ts";

/** Why a call to another server failed: no usable response, a 5xx status, or too many requests (429). */
export const CallFailureReason = Schema.Literal(...OutboundFailureReason.literals, "server-error", "rate-limited");
export type CallFailureReason = typeof CallFailureReason.Type;

/** The last failed call to a server, in Unix milliseconds. */
export const LastFailure = Schema.Struct({ reason: CallFailureReason, at: Schema.Number });
export type LastFailure = typeof LastFailure.Type;

/** The calls to the PDSes and authorization servers of one host. */
export const ServerCalls = Schema.Struct({
  calls: Schema.NonNegativeInt,
  /** The number of calls that failed, by reason. Reasons that did not occur are missing. */
  failures: Schema.partial(Schema.Record({ key: CallFailureReason, value: Schema.NonNegativeInt })),
  lastFailure: Schema.NullOr(LastFailure)
});
export type ServerCalls = typeof ServerCalls.Type;

export const noCalls: ServerCalls = { calls: 0, failures: {}, lastFailure: null };

/** The name under which the hosts count that have no series of their own. It is no host name. */
export const otherHosts = "other hosts";

/** Returns why a response counts as a failed call; null if it does not. Other refusals concern the request, not the server. */
export const failureOfStatus = (status: number): CallFailureReason | null =>
  status >= 500 ? "server-error" : status === 429 ? "rate-limited" : null;

/** Returns the number of failed calls. */
export const failedCalls = ({ failures }: ServerCalls): number =>
  CallFailureReason.literals.reduce((sum, reason) => sum + (failures[reason] ?? 0), 0);

const later = (left: LastFailure | null, right: LastFailure | null): LastFailure | null => {
  if (left === null || right === null) return left ?? right;
  if (left.at !== right.at) return left.at > right.at ? left : right;
  return left.reason >= right.reason ? left : right;
};

/** Adds the calls of two processes or minutes. */
export const addCalls = (left: ServerCalls, right: ServerCalls): ServerCalls => ({
  calls: left.calls + right.calls,
  failures: Object.fromEntries(
    CallFailureReason.literals.flatMap((reason) => {
      const count = (left.failures[reason] ?? 0) + (right.failures[reason] ?? 0);
      return count === 0 ? [] : [[reason, count]];
    })
  ),
  lastFailure: later(left.lastFailure, right.lastFailure)
});
