import { Readable } from "node:stream";
import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import type { OutboundRequest } from "../../domain/identity/OutboundHttp.ts";

type Body = OutboundRequest["body"];

/** Whether a body comes bit by bit. */
export const isStream = (body: Body): body is Stream.Stream<Uint8Array> =>
  body !== undefined && typeof body !== "string" && !(body instanceof Uint8Array);

/** A body as undici takes it. A stream is pulled only as fast as the connection takes it, and left when that breaks. */
export const bodyOf = (body: Body): Effect.Effect<string | Uint8Array | Readable | null> =>
  isStream(body)
    ? Effect.map(Stream.toAsyncIterableEffect(body), (pieces) => Readable.from(pieces))
    : Effect.succeed(body ?? null);
