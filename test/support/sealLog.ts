import { createPrivateKey } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as CheckpointSignerEd25519 from "../../src/adapters/crypto/CheckpointSignerEd25519.ts";
import { SealReport, SealReportState } from "../../src/application/transparency/SealReport.ts";
import { sealNext } from "../../src/application/transparency/sealNext.ts";
import { CheckpointSigner } from "../../src/domain/transparency/CheckpointSigner.ts";
import { verifierKeyText } from "../../src/domain/transparency/VerifierKey.ts";

/** Test 1 of RFC 8032, section 7.1. */
const pem = createPrivateKey({
  key: Buffer.from(
    "302e020100300506032b6570042204209d61b19deffd5a60ba844af492ec2cc44449c5697b326919703bac031cae7f60",
    "hex"
  ),
  format: "der",
  type: "pkcs8"
})
  .export({ type: "pkcs8", format: "pem" })
  .toString();

/** Signs checkpoints with a key that everybody knows. */
export const testSigner = CheckpointSignerEd25519.layer({
  keys: [
    {
      publicKey: Buffer.from("d75a980182b10ab7d54bfed3c964073a0ee172f3daa62325af021a68f707511a", "hex"),
      privateKey: Redacted.make(pem)
    }
  ],
  publicUrl: "https://tidemark.example.com"
});

/** The verifier key of `testSigner`. */
export const testKey = Effect.map(CheckpointSigner, ({ keys: [key] }) => verifierKeyText(key)).pipe(
  Effect.provide(testSigner)
);

/** Seals every event of the log, as a service does within a second. */
export const sealLog = Effect.suspend(() =>
  Effect.repeat(sealNext({ name: "seal log", fence: 1 }), { until: Option.isNone }).pipe(
    Effect.provideService(SealReport, new SealReportState())
  )
).pipe(Effect.provide(testSigner));
