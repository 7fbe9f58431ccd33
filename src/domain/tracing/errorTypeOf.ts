import * as Cause from "effect/Cause";
import * as Predicate from "effect/Predicate";

/** Names of types, as they are in the code. Others could hold a value. */
const typeName = /^[A-Za-z][A-Za-z0-9_]{0,63}$/;

const nameOf = (error: unknown): string => {
  if (Predicate.hasProperty(error, "_tag") && typeof error._tag === "string") return error._tag;
  return error instanceof Error ? error.name : typeof error;
};

/**
 * Returns the type of what a cause failed with, as OpenTelemetry names it (`error.type`); null for an interruption, which is
 * no failure. It never returns a message, because messages can contain values.
 */
export const errorTypeOf = (cause: Cause.Cause<unknown>): string | null => {
  if (Cause.isInterruptedOnly(cause)) return null;
  const name = nameOf(Cause.squash(cause));
  return typeName.test(name) ? name : "_OTHER";
};
