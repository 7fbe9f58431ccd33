import { createPrivateKey, sign } from "node:crypto";
import * as Arr from "effect/Array";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import type { AuditKey } from "../../domain/transparency/AuditKey.ts";
import { CheckpointSigner } from "../../domain/transparency/CheckpointSigner.ts";
import { verifierKey } from "../../domain/transparency/VerifierKey.ts";

/** Returns the origin of the log of an instance: the host of its public URL, with the port where it has one, and `/log`. */
export const originOf = (publicUrl: string): string => `${new URL(publicUrl).host}/log`;

/** Signs with Ed25519 (RFC 8032) by OpenSSL. The first key signs. */
export const layer = ({
  keys,
  publicUrl
}: {
  readonly keys: Arr.NonEmptyReadonlyArray<AuditKey>;
  readonly publicUrl: string;
}): Layer.Layer<CheckpointSigner> =>
  Layer.sync(CheckpointSigner, () => {
    const origin = originOf(publicUrl);
    const verifierKeys = Arr.map(keys, ({ publicKey }) => verifierKey(origin, publicKey));
    const [{ keyId, name }] = verifierKeys;
    const privateKey = createPrivateKey(Redacted.value(keys[0].privateKey));
    return CheckpointSigner.of({
      origin,
      keys: verifierKeys,
      sign: (text) =>
        Effect.sync(() => ({ name, keyId, signature: new Uint8Array(sign(null, Buffer.from(text), privateKey)) }))
    });
  });
