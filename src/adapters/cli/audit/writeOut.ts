import type { Writable } from "node:stream";
import * as Effect from "effect/Effect";
import { CommandFailed, failure } from "../command/CommandFailed.ts";

/** The reader closed the pipe, as `head` does: the command ends and has succeeded. */
const readerClosed = new CommandFailed({ exitCode: 0, lines: [], json: {} });

const explain = (cause: NodeJS.ErrnoException) =>
  cause.code === "EPIPE" || cause.code === "ERR_STREAM_DESTROYED"
    ? readerClosed
    : failure("not_written", `The output cannot be written: ${cause.message}`, cause);

/** Writes a text, and waits until a slow reader has read it. */
export const writeTo =
  (out: Writable) =>
  (text: string): Effect.Effect<void, CommandFailed> =>
    Effect.async((resume) => {
      out.write(text, (cause) => resume(cause ? Effect.fail(explain(cause)) : Effect.void));
    });

/** Ends a stream, and waits until everything is stored: a full disk may be reported only now. */
export const endStream = (out: Writable): Effect.Effect<void, CommandFailed> =>
  Effect.async((resume) => {
    out.end((cause?: Error | null) => resume(cause ? Effect.fail(explain(cause)) : Effect.void));
  });

/** Writes to standard output. */
export const writeOut = writeTo(process.stdout);
