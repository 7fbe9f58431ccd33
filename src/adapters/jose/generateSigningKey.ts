import { generateKeyPairSync } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";

/** Generates a private P-256 key as PKCS#8 PEM, a format that `OAUTH_SIGNING_KEY` accepts. */
export const generateSigningKey: Effect.Effect<Redacted.Redacted> = Effect.sync(() =>
  Redacted.make(
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  )
);
