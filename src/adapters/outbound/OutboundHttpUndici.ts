import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Agent, type Dispatcher, request as sendRequest } from "undici";
import { inStep } from "../../domain/failure/traced.ts";
import {
  OutboundFailure,
  OutboundHttp,
  type OutboundRequest,
  type OutboundResponse
} from "../../domain/outbound/OutboundHttp.ts";
import { type AddressPolicy, isUrlAllowed } from "./AddressPolicy.ts";
import { bodyOf, isStream } from "./bodyOf.ts";
import { inCallSpan } from "./callSpan.ts";
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
        connections: reusedConnections(options, options.limiter ?? shortRequestLimiter),
        limiter: Effect.sync(() => makeHostLimiter(options.limiter ?? shortRequestLimiter))
      }),
      (short) => {
        const long = { connections: singleUseConnections(options), limiter: makeHostLimiter(longRequestLimiter) };
        return OutboundHttp.of({ send: (request) => send(isStream(request.body) ? long : short, options, request) });
      }
    )
  );

/** Connections and their limiter. Streams have their own, so that long streams do not block other requests. */
interface LimitedConnections {
  readonly connections: Connections;
  readonly limiter: HostLimiter;
}

/** Runs one exchange on a connection. */
type Connections = <A>(exchange: (dispatcher: Dispatcher) => Promise<A>) => Promise<A>;

const makeAgent = (options: OutboundOptions, connections: number): Agent =>
  new Agent({
    connections,
    bodyTimeout: 0,
    maxHeaderSize: maxHeaderBytes,
    keepAliveMaxTimeout: options.idleWithin ?? 30_000,
    connect: {
      lookup: guardedLookup(options, options.lookup),
      rejectUnauthorized: true,
      timeout: options.headersWithin ?? 5_000
    }
  });

const reusedConnections = (options: OutboundOptions, { perHost }: HostLimits) =>
  Effect.map(
    Effect.acquireRelease(
      Effect.sync(() => makeAgent(options, perHost)),
      (opened) => Effect.promise(() => opened.destroy())
    ),
    (dispatcher): Connections =>
      (exchange) =>
        exchange(dispatcher)
  );

/**
 * Opens a connection for each exchange. A server may respond before it has read the body, and the rest of the body
 * would stall the next request on that connection. The header `Connection: close` does not help: the server would
 * close the connection with unread data, and the client could lose the response (RFC 9112, section 9.6).
 */
const singleUseConnections =
  (options: OutboundOptions): Connections =>
  async (exchange) => {
    const dispatcher = makeAgent(options, 1);
    try {
      return await exchange(dispatcher);
    } finally {
      void dispatcher.destroy();
    }
  };

const inSend = inStep("OutboundHttp.send");

const send = (
  limited: LimitedConnections,
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
  }).pipe(inSend, inCallSpan(request.method, request.url));

const follow: (
  limited: LimitedConnections,
  options: OutboundOptions,
  request: OutboundRequest,
  address: string,
  markSent: Effect.Effect<void>
) => Effect.Effect<OutboundResponse, OutboundFailure> = Effect.fnUntraced(
  function* (limited, options, request, address, markSent) {
    const url = yield* allowed(options, address);
    const response = yield* Effect.zipRight(markSent, exchange(limited.connections, options, request, url)).pipe(
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

const exchange = (connections: Connections, options: OutboundOptions, request: OutboundRequest, url: URL) =>
  Effect.tryPromise({
    try: (signal) => connections((dispatcher) => receive(dispatcher, signal, options, request, url)),
    catch: (error) => failed(failureReason(error), url.href)
  });

const receive = async (
  dispatcher: Dispatcher,
  signal: AbortSignal,
  options: OutboundOptions,
  request: OutboundRequest,
  url: URL
): Promise<OutboundResponse> => {
  const response = await sendRequest(url, {
    dispatcher,
    signal,
    method: request.method,
    headers: { "user-agent": "tidemark", "accept-encoding": "gzip", ...request.headers },
    body: bodyOf(request.body),
    headersTimeout: headersTimeoutOf(request, options)
  });
  const headers = singleValues(response.headers);
  const body = await readResponseBody(response.body, headers["content-encoding"], request.maxBytes ?? maxBytesDefault);
  return { status: response.statusCode, headers, body };
};

const singleValues = (headers: Readonly<Record<string, string | Array<string> | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  );

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const failed = (reason: OutboundFailure["reason"], url: string): OutboundFailure =>
  new OutboundFailure({ reason, host: hostOf(url) });
