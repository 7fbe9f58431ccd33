import * as Effect from "effect/Effect";
import * as Stream from "effect/Stream";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import { type HttpResponse, noStore } from "../../server/response/HttpResponse.ts";
import { type ConnectionRefusal, LiveConnections } from "../LiveConnections.ts";
import { type StreamedOperation, streamEvents } from "./streamEvents.ts";

const refused = (status: number, message: string, code: string, retryAfter: number): HttpResponse => ({
  status,
  headers: { "content-type": "application/json", "retry-after": `${retryAfter}`, ...noStore },
  body: JSON.stringify({ errors: [{ message, extensions: errorExtensions(code) }] })
});

const refusals: Readonly<Record<ConnectionRefusal, HttpResponse>> = {
  closing: refused(503, "This process is about to end. Connect again.", "UNAVAILABLE", 1),
  "too-many": refused(
    503,
    "This process has as many connections as it may have. Connect again later.",
    "TOO_MANY_CONNECTIONS",
    10
  ),
  "too-many-from-address": refused(
    429,
    "This address has as many connections as it may have. Close one first.",
    "TOO_MANY_CONNECTIONS",
    10
  )
};

/** Proxies must not buffer or transform it: nginx reads a header of its own. */
const headers: HttpResponse["headers"] = {
  "content-type": "text/event-stream; charset=utf-8",
  "cache-control": "no-store, no-transform",
  "x-accel-buffering": "no"
};

/** Responds to an operation with an event stream. */
export const eventResponse = Effect.fnUntraced(function* (operation: StreamedOperation) {
  const connections = yield* LiveConnections;
  const refusal = connections.refusal(operation.clientAddress);
  if (refusal !== null) return refusals[refusal];
  const context = yield* Effect.context<Stream.Stream.Context<ReturnType<typeof streamEvents>>>();
  const body = Stream.provideContext(streamEvents(operation), context);
  const counted = { kind: "graphql-subscription", failed: false } as const;
  return { status: 200, headers, body, counted } satisfies HttpResponse;
});
