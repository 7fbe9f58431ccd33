import { CloseCode } from "graphql-ws";
import type { SessionLoss } from "../../../../application/live/LiveSessions.ts";

/** Why the service closes a WebSocket: the code, and a reason of at most 123 bytes (RFC 6455 section 5.5.1). */
export interface Closing {
  readonly code: number;
  readonly reason: string;
}

const forbidden = (reason: string): Closing => ({ code: CloseCode.Forbidden, reason });

/** The closings that the service decides on, beside those of the protocol, which graphql-ws decides on. */
export const closings = {
  /** The process ends (RFC 6455 section 7.4.1). */
  goingAway: { code: 1001, reason: "Going away: connect again" },
  /** The credential cannot be verified now. Clients of graphql-ws connect again after a while. */
  tryAgainLater: { code: 1013, reason: "The service cannot reach its database: connect again later" },
  invalidMessage: { code: CloseCode.BadRequest, reason: "Invalid message received" },
  invalidCredential: {
    code: CloseCode.BadRequest,
    reason: "authorization and dpop in the payload of connection_init must be strings"
  },
  invalidToken: forbidden("The access token is not valid: connect again with a valid one"),
  invalidProof: forbidden("The DPoP proof is not valid: make one for GET and the URL of /graphql"),
  internal: { code: CloseCode.InternalServerError, reason: "Internal server error" },
  /** A code of this service: clients of graphql-ws connect again. */
  tooSlow: {
    code: 4510,
    reason: "Responses are not read fast enough: connect again, and subscribe after the last cursor"
  }
} satisfies Readonly<Record<string, Closing>>;

const losses: Readonly<Record<SessionLoss, Closing>> = {
  expired: forbidden("The access token has expired: connect again with a new one"),
  ended: forbidden("The user was logged out: connect again after a login"),
  hidden: forbidden("The account is not active")
};

/** Returns the closing of a connection whose session is lost. */
export const closingOf = (loss: SessionLoss): Closing => losses[loss];

/** Returns the closing for a proof without the nonce, which the reason contains (RFC 9449 section 8). */
export const nonceNeeded = (nonce: string): Closing => forbidden(`use_dpop_nonce ${nonce}`);
