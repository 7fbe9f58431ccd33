import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Agent, type Dispatcher, request as sendRequest } from "undici";
import {
  OutboundFailure,
  OutboundHttp,
  type OutboundRequest,
  type OutboundResponse
} from "../../domain/outbound/OutboundHttp.ts";
import { type AddressPolicy, isUrlAllowed } from "./AddressPolicy.ts";
import { bodyOf, isStream } from "./bodyOf.ts";
import { failureReason } from "./failureReason.ts";
import { guardedLookup } from "./guardedLookup.ts";
import { type HostLimiter, type HostLimits, makeHostLimiter } from "./HostLimiter.ts";
import type { LookupAll } from "./LookupAll.ts";
import { readResponseBody } from "./readResponseBody.ts";

export interface OutboundOptions {
  /** Development only: allows requests to this machine, also over http. */
  readonly allowLoopback: boolean;
  /** The time limit for connecting, and again for the response headers, in milliseconds; 5,000 by default. */
  readonly headersWithin?: number;
  /** The time limit for the whole request in milliseconds; 10,000 by default. */
  readonly completeWithin?: number;
  /** The time that an idle connection is kept open in milliseconds, regardless of the server; 30,000 by default. */
  readonly idleWithin?: number;
  /** Resolves names; by default with the name servers, in development with the operating system. */
  readonly lookup?: LookupAll;
  /** The maximum number of concurrent requests without streams; 64 per host and 1,024 in total by default. */
  readonly limiter?: HostLimits;
}

const maxBytesDefault = 65_536;
const maxHeaderBytes = 16_384;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

const shortRequestLimiter: HostLimits = { perHost: 64, total: 1_024, waiting: 512 };
/** A stream takes minutes, so nothing may wait for one. */
const longRequestLimiter: HostLimits = { perHost: 128, total: 512, waiting: 0 };

/** Implements `OutboundHttp` with undici: no proxy, no cookies, no credentials except those of the caller. */
export const layer = (options: OutboundOptions): Layer.Layer<OutboundHttp> =>
  Layer.scoped(
    OutboundHttp,
    Effect.map(
      Effect.all({
        short: limited(options, options.limiter ?? shortRequestLimiter),
        long: limited(options, longRequestLimiter)
      }),
      ({ long, short }) =>
        OutboundHttp.of({ send: (request) => send(isStream(request.body) ? long : short, options, request) })
    )
  );

/** Connections and their limiter. Streams have their own, so that long streams do not block other requests. */
interface LimitedDispatcher {
  readonly dispatcher: Dispatcher;
  readonly limiter: HostLimiter;
}

const limited = (options: OutboundOptions, limits: HostLimits) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(
        () =>
          new Agent({
            connections: limits.perHost,
            bodyTimeout: 0,
            maxHeaderSize: maxHeaderBytes,
            keepAliveMaxTimeout: options.idleWithin ?? 30_000,
            connect: {
              lookup: guardedLookup(options, options.lookup),
              rejectUnauthorized: true,
              timeout: options.headersWithin ?? 5_000
            }
          })
      ),
      (opened) => Effect.promise(() => opened.destroy())
    ),
    (dispatcher): LimitedDispatcher => ({ dispatcher, limiter: makeHostLimiter(limits) })
  );

const send = (
  limited: LimitedDispatcher,
  options: OutboundOptions,
  request: OutboundRequest
): Effect.Effect<OutboundResponse, OutboundFailure> =>
  Effect.suspend(() => {
    let isSent = false;
    const markSent = Effect.sync(() => {
      isSent = true;
    });
    return follow(limited, options, request, request.url, markSent).pipe(
      // The limit also applies to uninterruptible callers.
      Effect.interruptible,
      Effect.timeoutFail({
        duration: request.completeWithin ?? options.completeWithin ?? 10_000,
        onTimeout: () => failed(isSent ? "timeout" : "busy", request.url)
      })
    );
  }).pipe(Effect.withSpan("OutboundHttp.send", { attributes: { host: hostOf(request.url) } }));

const follow: (
  limited: LimitedDispatcher,
  options: OutboundOptions,
  request: OutboundRequest,
  address: string,
  markSent: Effect.Effect<void>
) => Effect.Effect<OutboundResponse, OutboundFailure> = Effect.fnUntraced(
  function* (limited, options, request, address, markSent) {
    const url = yield* allowed(options, address);
    const response = yield* Effect.zipRight(markSent, exchange(limited.dispatcher, options, request, url)).pipe(
      limited.limiter(url.hostname),
      Effect.catchTag("HostLimitReached", () => failed("busy", address))
    );
    if (!redirectStatuses.has(response.status)) return response;
    const next = yield* nextAddress(options, request, url, response);
    return yield* follow(limited, options, redirected(request), next.href, markSent);
  }
);

/** Returns the target of a redirect that the request may follow: in a public network, only on port 443. */
const nextAddress = (options: OutboundOptions, request: OutboundRequest, url: URL, { headers }: OutboundResponse) =>
  Effect.suspend(() => {
    const { body, method, redirects: left = 0 } = request;
    const { location } = headers;
    const refused = failed("redirect-refused", url.href);
    if (left === 0 || method !== "GET" || body !== undefined || location === undefined) return refused;
    if (!URL.canParse(location, url.href)) return refused;
    const next = new URL(location, url.href);
    return next.port === "" || options.allowLoopback ? Effect.succeed(next) : refused;
  });

/** Returns the request to the redirect target, without anything meant for the original server. */
const redirected = ({ headers, ...request }: OutboundRequest): OutboundRequest => ({
  ...request,
  redirects: (request.redirects ?? 0) - 1,
  ...(headers?.accept !== undefined && { headers: { accept: headers.accept } })
});

const allowed = (policy: AddressPolicy, address: string): Effect.Effect<URL, OutboundFailure> => {
  if (!URL.canParse(address)) return failed("malformed", address);
  const url = new URL(address);
  return isUrlAllowed(policy, url) ? Effect.succeed(url) : failed("address-refused", address);
};

/** undici's header timeout also runs while a stream is being sent, so the sender limits streams. */
const headersTimeoutOf = (request: OutboundRequest, options: OutboundOptions): number =>
  request.headersWithin ?? (isStream(request.body) ? 0 : (options.headersWithin ?? 5_000));

const exchange = (dispatcher: Dispatcher, options: OutboundOptions, request: OutboundRequest, url: URL) =>
  Effect.tryPromise({
    try: async (signal): Promise<OutboundResponse> => {
      const response = await sendRequest(url, {
        dispatcher,
        signal,
        method: request.method,
        headers: { "user-agent": "tidemark", "accept-encoding": "gzip", ...request.headers },
        body: bodyOf(request.body),
        // A server may respond before it has read the body. The rest of it would stall the next request.
        reset: isStream(request.body),
        headersTimeout: headersTimeoutOf(request, options)
      });
      const headers = singleValues(response.headers);
      const body = await readResponseBody(
        response.body,
        headers["content-encoding"],
        request.maxBytes ?? maxBytesDefault
      );
      return { status: response.statusCode, headers, body };
    },
    catch: (error) => failed(failureReason(error), url.href)
  });

const singleValues = (headers: Readonly<Record<string, string | Array<string> | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  );

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const failed = (reason: OutboundFailure["reason"], url: string): OutboundFailure =>
  new OutboundFailure({ reason, host: hostOf(url) });
