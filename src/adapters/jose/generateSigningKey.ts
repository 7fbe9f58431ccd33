import { generateKeyPairSync } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";

/** A new private P-256 key as PKCS#8 PEM, in the form that `OAUTH_SIGNING_KEY` takes. */
export const generateSigningKey: Effect.Effect<Redacted.Redacted> = Effect.sync(() =>
  Redacted.make(
    generateKeyPairSync("ec", { namedCurve: "P-256" }).privateKey.export({ type: "pkcs8", format: "pem" }).toString()
  )
);
