import * as Duration from "effect/Duration";
import * as Effect from "effect/Effect";
import { LoginTerminated } from "./LoginTerminated.ts";

/**
 * How long a user who signs in waits for external servers, however slow each of them is: ten seconds before the PDS,
 * ten after it.
 */
export const loginTimeouts = {
  /** For resolving the handle and the DID document, and verifying that they match. */
  account: Duration.seconds(4),
  /** For the metadata of the PDS and of its authorization server, and the pushed request. */
  push: Duration.seconds(6),
  /** For redeeming the code for tokens. */
  tokens: Duration.seconds(5),
  /** For checking which account the tokens belong to, and where it is hosted. */
  check: Duration.seconds(4),
  /** For a login that another request of the same browser is completing: both steps above, and storing the result. */
  sameCallback: Duration.seconds(10),
  /** For revoking tokens, which happens in the background. */
  discard: Duration.seconds(1)
};

/** Terminates a login whose PDS, or whose account's documents, take longer than `duration`. */
export const withLoginTimeout = (duration: Duration.Duration) =>
  Effect.timeoutFail({
    duration,
    onTimeout: () => new LoginTerminated({ reason: "upstream-unavailable", detail: "timeout" })
  });
