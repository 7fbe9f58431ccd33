import * as Redacted from "effect/Redacted";
import * as DpopNoncesHmac from "../../src/adapters/crypto/DpopNoncesHmac.ts";

/** Proofs need a nonce of the service. */
export const requiredNonces = DpopNoncesHmac.layer({
  secrets: [Redacted.make("a secret of the tests, long enough for its purpose")],
  required: true
});
