import { Readable } from "node:stream";
import type { OutboundRequest } from "../../domain/outbound/OutboundHttp.ts";

type Body = OutboundRequest["body"];

/** Whether a body is a stream. */
export const isStream = (body: Body): body is AsyncIterable<Uint8Array> =>
  typeof body === "object" && Symbol.asyncIterator in body;

/** Converts a body for undici. Chunks are pulled with backpressure, and abandoned when the connection breaks. */
export const bodyOf = (body: Body): string | Uint8Array | Readable | null =>
  isStream(body) ? Readable.from(body) : (body ?? null);
