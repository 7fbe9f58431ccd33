import * as Context from "effect/Context";
import * as Schema from "effect/Schema";

/**
 * A proof has no nonce, or an outdated or foreign one. The client repeats the request with this nonce (RFC 9449 section
 * 8).
 */
export class UseDpopNonce extends Schema.TaggedError<UseDpopNonce>()("UseDpopNonce", { nonce: Schema.String }) {}

/** The DPoP nonces of the service, where the operator requires them (RFC 9449 sections 8 and 9). */
export class DpopNonces extends Context.Tag("domain/DpopNonces")<
  DpopNonces,
  {
    /** Returns the nonce to send at `now`, in Unix milliseconds; null where proofs need none. */
    readonly current: (now: number) => string | null;
    /** Whether any process of the service issued this nonce within the last five minutes. */
    readonly accepts: (nonce: string | null, now: number) => boolean;
  }
>() {}
