import type { Readable } from "node:stream";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Stream from "effect/Stream";
import { Agent, request as ask, type Dispatcher } from "undici";
import { inStep } from "../../domain/failure/traced.ts";
import { type Download, type DownloadRequest, OutboundDownloads } from "../../domain/outbound/OutboundDownloads.ts";
import { OutboundFailure } from "../../domain/outbound/OutboundHttp.ts";
import { isUrlAllowed } from "./AddressPolicy.ts";
import { inCallSpan } from "./callSpan.ts";
import { failureReason } from "./failureReason.ts";
import { guardedLookup } from "./guardedLookup.ts";
import type { OutboundOptions } from "./OutboundHttpUndici.ts";
import { BodyMalformed, BodyTooLarge } from "./readResponseBody.ts";

export interface DownloadOptions extends Pick<OutboundOptions, "allowLoopback" | "lookup"> {
  /** The time without a minimum rate, and the maximum time without data, in milliseconds; 30,000 by default. */
  readonly patience?: number;
}

/** The body arrives too slowly, or not at all. */
class BodyTooSlow extends Error {
  readonly code = "UND_ERR_BODY_TIMEOUT";
}

const defaultTimeouts = 30_000;
const maxHeaderBytes = 16_384;
const connectionsPerHost = 4;

const inOpen = inStep("OutboundDownloads.open");

/** Implements `OutboundDownloads` with undici: no proxy, no cookies, no credentials, no compression. */
export const layer = (options: DownloadOptions): Layer.Layer<OutboundDownloads> =>
  Layer.scoped(
    OutboundDownloads,
    Effect.map(agent(options), (dispatcher) =>
      OutboundDownloads.of({
        open: (request) => inCallSpan("GET", request.url)(inOpen(open(dispatcher, options, request)))
      })
    )
  );

const agent = (options: DownloadOptions) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connections: connectionsPerHost,
          maxHeaderSize: maxHeaderBytes,
          keepAliveMaxTimeout: defaultTimeouts,
          connect: { lookup: guardedLookup(options, options.lookup), rejectUnauthorized: true, timeout: 5_000 }
        })
    ),
    (opened) => Effect.promise(() => opened.destroy())
  );

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const failed = (reason: OutboundFailure["reason"], url: string): OutboundFailure =>
  new OutboundFailure({ reason, host: hostOf(url) });

const isTimeout = (error: unknown): boolean => error instanceof DOMException && error.name === "TimeoutError";

const open = Effect.fnUntraced(function* (dispatcher: Dispatcher, options: DownloadOptions, request: DownloadRequest) {
  if (!URL.canParse(request.url)) return yield* failed("malformed", request.url);
  const url = new URL(request.url);
  if (!isUrlAllowed(options, url)) return yield* failed("address-refused", request.url);
  const patience = options.patience ?? defaultTimeouts;
  const left = yield* Effect.acquireRelease(
    Effect.sync(() => new AbortController()),
    (controller) => Effect.sync(() => controller.abort())
  );
  const signal = AbortSignal.any([left.signal, AbortSignal.timeout(request.completeWithin)]);
  const broken = (error: unknown) => failed(isTimeout(error) ? "timeout" : failureReason(error), url.href);
  const response = yield* Effect.tryPromise({
    try: () =>
      ask(url, {
        dispatcher,
        signal,
        method: "GET",
        headers: { "user-agent": "tidemark", "accept-encoding": "identity", ...request.headers },
        headersTimeout: request.headersWithin,
        bodyTimeout: patience
      }),
    catch: broken
  });
  if (response.statusCode >= 300 && response.statusCode < 400) return yield* failed("redirect-refused", url.href);
  const headers = singleValues(response.headers);
  const body = Stream.fromAsyncIterable(bounded(response.body, request, headers["content-encoding"], patience), broken);
  return { status: response.statusCode, headers, body } satisfies Download;
});

const singleValues = (headers: Readonly<Record<string, string | Array<string> | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  );

/** Returns the body within its limits. Leaving the iteration destroys the body and the connection. */
async function* bounded(
  body: Readable,
  { leastRate, maxBytes }: DownloadRequest,
  encoding: string | undefined,
  patience: number
): AsyncGenerator<Uint8Array> {
  if (encoding !== undefined && encoding !== "identity") throw new BodyMalformed();
  const begun = performance.now();
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > maxBytes) throw new BodyTooLarge();
    const elapsed = performance.now() - begun;
    if (elapsed > patience && (size * 1000) / elapsed < leastRate) throw new BodyTooSlow();
    yield chunk;
  }
}
