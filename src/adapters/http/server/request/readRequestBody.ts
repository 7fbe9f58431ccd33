import type { IncomingMessage } from "node:http";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";

/** A body that exceeds the limit of the route, or ended early. */
export class BodyRefused extends Schema.TaggedError<BodyRefused>()("BodyRefused", {
  reason: Schema.Literal("too-large", "incomplete"),
  limit: Schema.Number
}) {}

/** Reads the body of a request, up to `limit` bytes, and discards the rest. */
export const readRequestBody = (incoming: IncomingMessage, limit: number): Effect.Effect<Buffer, BodyRefused> =>
  Effect.async<Buffer, BodyRefused>((resume) => {
    const refused = (reason: BodyRefused["reason"]) => Effect.fail(new BodyRefused({ reason, limit }));
    if (Number(incoming.headers["content-length"] ?? 0) > limit) return resume(refused("too-large"));
    const chunks: Array<Buffer> = [];
    let size = 0;
    const settle = (result: Effect.Effect<Buffer, BodyRefused>) => {
      incoming.off("data", onData).off("end", onEnd).off("close", onCut).off("error", onCut);
      incoming.on("error", () => undefined);
      resume(result);
    };
    const onData = (chunk: Buffer) => {
      size += chunk.length;
      if (size <= limit) return void chunks.push(chunk);
      settle(refused("too-large"));
      incoming.resume();
    };
    const onEnd = () => settle(Effect.succeed(chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks)));
    const onCut = () => settle(refused("incomplete"));
    incoming.on("data", onData).on("end", onEnd).on("close", onCut).on("error", onCut);
  });
