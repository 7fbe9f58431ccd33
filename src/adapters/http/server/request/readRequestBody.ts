import type { IncomingMessage } from "node:http";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Schema from "effect/Schema";

/** A body that exceeds the limit of the route, or ended early. */
export class BodyRefused extends Schema.TaggedError<BodyRefused>()("BodyRefused", {
  reason: Schema.Literal("too-large", "incomplete"),
  limit: Schema.Number
}) {}

/** A body that was read, or why it was not. */
export type ReadBody = Exit.Exit<Buffer, BodyRefused>;

/** Reads the body of a request, up to `limit` bytes, and discards the rest. Calls `settled` once. */
export const readWholeBody = (incoming: IncomingMessage, limit: number, settled: (read: ReadBody) => void): void => {
  const refused = (reason: BodyRefused["reason"]) => Exit.fail(new BodyRefused({ reason, limit }));
  if (Number(incoming.headers["content-length"] ?? 0) > limit) {
    settled(refused("too-large"));
    return;
  }
  const chunks: Array<Buffer> = [];
  let size = 0;
  const settle = (read: ReadBody) => {
    incoming.off("data", onData).off("end", onEnd).off("close", onCut).off("error", onCut);
    incoming.on("error", () => undefined);
    settled(read);
  };
  const onData = (chunk: Buffer) => {
    size += chunk.length;
    if (size <= limit) return void chunks.push(chunk);
    settle(refused("too-large"));
    incoming.resume();
  };
  const onEnd = () => settle(Exit.succeed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
  const onCut = () => settle(refused("incomplete"));
  incoming.on("data", onData).on("end", onEnd).on("close", onCut).on("error", onCut);
};

/** Reads the body of a request in a fiber. */
export const readRequestBody = (incoming: IncomingMessage, limit: number): Effect.Effect<Buffer, BodyRefused> =>
  Effect.async((resume) => readWholeBody(incoming, limit, resume));
