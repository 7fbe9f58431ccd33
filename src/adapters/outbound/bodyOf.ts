import { Readable } from "node:stream";
import type { OutboundRequest } from "../../domain/outbound/OutboundHttp.ts";

type Body = OutboundRequest["body"];

/** Whether a body comes piece by piece. */
export const isStream = (body: Body): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && Symbol.asyncIterator in body;

/** A body as undici takes it. Pieces are pulled only as fast as the connection takes them, and left when that breaks. */
export const bodyOf = (body: Body): string | Uint8Array | Readable | null =>
  isStream(body) ? Readable.from(body) : (body ?? null);
