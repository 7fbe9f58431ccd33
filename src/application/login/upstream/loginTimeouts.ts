import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { LoginTerminated } from "./LoginTerminated.ts";

/**
 * How long somebody who signs in waits for servers of others, however slow each of them is: ten seconds before the PDS, ten
 * after it.
 */
export const loginTimeouts = {
  /** For the handle, the DID document, and what confirms them. */
  account: Duration.seconds(4),
  /** For the metadata of the PDS and of its authorization server, and the request that is pushed. */
  push: Duration.seconds(6),
  /** For the tokens that a code is redeemed for. */
  tokens: Duration.seconds(5),
  /** For who they belong to, and where that account lives. */
  check: Duration.seconds(4),
  /** For a login that another request of the same browser is completing: both steps above, and what is stored. */
  sameCallback: Duration.seconds(10),
  /** For tokens that are given back; that goes on without anybody waiting. */
  discard: Duration.seconds(1)
};

/** Stops a login whose PDS, or whose account's documents, take longer than somebody waits. */
export const withLoginTimeout = (duration: Duration.Duration) =>
  Effect.timeoutFail({
    duration,
    onTimeout: () => new LoginTerminated({ reason: "upstream-unavailable", detail: "timeout" })
  });
