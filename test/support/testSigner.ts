import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { generateAuditKey, parseAuditKeys } from "../../src/adapters/crypto/auditKeys.ts";
import * as CheckpointSignerEd25519 from "../../src/adapters/crypto/CheckpointSignerEd25519.ts";

/** Signs checkpoints of `https://log.example` with a new key. */
export const testSigner = Layer.unwrapEffect(
  Effect.map(
    Effect.flatMap(generateAuditKey, (pem) => parseAuditKeys(Redacted.value(pem))),
    (keys) => CheckpointSignerEd25519.layer({ keys, publicUrl: "https://log.example" })
  )
);
