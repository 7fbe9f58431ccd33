import * as Context from "effect/Context";
import * as Schema from "effect/Schema";

/** A proof without a nonce, or with one of another time or service: the client repeats the request with this one (RFC 9449 section 8). */
export class UseDpopNonce extends Schema.TaggedError<UseDpopNonce>()("UseDpopNonce", { nonce: Schema.String }) {}

/** The nonces that proofs must carry, where the operator requires them (RFC 9449 sections 8 and 9). */
export class DpopNonces extends Context.Tag("domain/DpopNonces")<
  DpopNonces,
  {
    /** The nonce to hand out at `now`, in Unix milliseconds; null where proofs need none. */
    readonly current: (now: number) => string | null;
    /** Whether any process of the service handed this one out within the last five minutes. */
    readonly accepts: (nonce: string | null, now: number) => boolean;
  }
>() {}
