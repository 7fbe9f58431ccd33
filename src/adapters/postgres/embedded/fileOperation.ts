import * as Effect from "effect/Effect";
import { diskFull, type EmbeddedPostgresError, notWritable } from "./EmbeddedPostgresError.ts";

/** Returns the `code` of a Node.js system error such as "ENOENT", or "unknown". */
export const errnoOf = (cause: unknown): string =>
  cause instanceof Error && "code" in cause && typeof cause.code === "string" ? cause.code : "unknown";

/** Runs a file operation. Its error names `path` and what the operator can do. */
export const fileOperation = <A>(path: string, operation: () => Promise<A>): Effect.Effect<A, EmbeddedPostgresError> =>
  Effect.tryPromise({
    try: operation,
    catch: (cause) => {
      const code = errnoOf(cause);
      return code === "ENOSPC" || code === "EDQUOT" ? diskFull(path) : notWritable(path, code);
    }
  });
