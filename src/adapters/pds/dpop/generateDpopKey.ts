import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { calculateJwkThumbprint, exportJWK, generateKeyPair } from "jose";
import type { DpopKey } from "../../../domain/session/UpstreamAuthorization.ts";

/** Generates the P-256 key of one session, with its RFC 7638 thumbprint. */
export const generateDpopKey: Effect.Effect<DpopKey> = Effect.promise(async () => {
  const { privateKey } = await generateKeyPair("ES256", { extractable: true });
  const jwk = await exportJWK(privateKey);
  return { jwk: Redacted.make(JSON.stringify(jwk)), jkt: await calculateJwkThumbprint(jwk) };
});
