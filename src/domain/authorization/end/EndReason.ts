import * as Schema from "effect/Schema";
import { SessionEnd } from "../../session/SessionEvent.ts";
import { AuthorizationEnd } from "../AuthorizationEvent.ts";

/** The code for why a user was logged out: why the authorization ended, or the PDS session that it needs. */
export const EndReason = Schema.Union(AuthorizationEnd, SessionEnd);
export type EndReason = typeof EndReason.Type;

/** Every reason as a sentence, for users, app developers and auditors. */
export const endSentence: Readonly<Record<EndReason, string>> = {
  "code-replayed": "The code of this sign-in was used twice, so somebody else may have had it.",
  "refresh-token-reused": "An old refresh token of this sign-in was used again, so somebody else may have had it.",
  "revoked-by-client": "The app signed the user out.",
  "revoked-by-user": "The user ended this sign-in.",
  "revoked-by-admin": "An administrator ended this sign-in.",
  "session-ended": "The session at the personal data server ended.",
  "client-deleted": "The app is no longer registered.",
  expired: "The sign-in expired.",
  "code-unused": "The app did not redeem the code of this sign-in in time.",
  "refused-by-pds": "The personal data server ended the session, or the user ended it there.",
  "lost-response":
    "A response of the personal data server was lost during a refresh, and it treated the retry as a theft.",
  "issuer-changed": "The account now uses another authorization server.",
  "subject-changed": "The personal data server responded for another account.",
  "account-moved": "The account has moved to another personal data server, and the session was with the old one.",
  "address-changed": "The service has a new public URL, which personal data servers do not recognize.",
  revoked: "The sign-in that the session belonged to was ended.",
  "client-key-retired": "The service no longer has the key that the session was opened with.",
  "secrets-missing": "The service no longer has the tokens of the session, or cannot decrypt them."
};
