import { createHmac, timingSafeEqual } from "node:crypto";
import * as Arr from "effect/Array";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { DpopNonces } from "../../domain/dpop/DpopNonces.ts";
import { deriveKey } from "./deriveKey.ts";

interface DpopNoncesOptions {
  /** The secrets of the service. The first creates nonces; those of all are accepted. */
  readonly secrets: Arr.NonEmptyReadonlyArray<Redacted.Redacted>;
  readonly required: boolean;
}

/** The window in which a nonce is current, in milliseconds. It stays valid for another window. */
const windowLength = 150_000;
const nonceLength = 16;

/** A process whose clock is slightly ahead issues the nonce of the next window. */
const acceptedWindows = [0, -1, 1];

const nonceOf = (key: Buffer, window: number): Buffer =>
  createHmac("sha256", key).update(String(window)).digest().subarray(0, nonceLength);

/**
 * Implements `DpopNonces` with an HMAC-SHA256 of the time in windows of 150 seconds, keyed by the secrets of the service:
 * processes need no communication, and nonces cannot be guessed.
 */
export const layer = ({ secrets, required }: DpopNoncesOptions): Layer.Layer<DpopNonces> =>
  Layer.sync(DpopNonces, () => {
    const keys = Arr.map(secrets, (secret) => deriveKey(Redacted.value(secret), "tidemark/dpop-nonce", 32));
    const making = Arr.headNonEmpty(keys);
    const windowAt = (now: number): number => Math.floor(now / windowLength);
    return DpopNonces.of({
      current: (now) => (required ? nonceOf(making, windowAt(now)).toString("base64url") : null),
      accepts: (nonce, now) => {
        const given = Buffer.from(nonce ?? "", "base64url");
        if (given.length !== nonceLength || given.toString("base64url") !== nonce) return false;
        const good = keys.flatMap((key) => acceptedWindows.map((window) => nonceOf(key, windowAt(now) + window)));
        return good.some((made) => timingSafeEqual(made, given));
      }
    });
  });
