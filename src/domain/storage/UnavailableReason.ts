import * as Schema from "effect/Schema";

/**
 * Why a store cannot be used right now, as a code: it does not respond, or it stopped what took too long. Every error
 * of a store has an `operation` or a `store` that says what failed, a `reason` that starts from these, and the `cause`
 * for the log of the process. Neither message nor reason repeats the cause.
 */
export const UnavailableReason = Schema.Literal("unreachable", "timeout");
export type UnavailableReason = typeof UnavailableReason.Type;
