import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { Agent, type Dispatcher, request as send } from "undici";
import {
  OutboundFailure,
  OutboundHttp,
  type OutboundRequest,
  type OutboundResponse
} from "../../domain/identity/OutboundHttp.ts";
import { type AddressPolicy, mayAsk } from "./AddressPolicy.ts";
import { bodyOf, isStream } from "./bodyOf.ts";
import { failureReason } from "./failureReason.ts";
import { guardedLookup, type LookupAll, systemLookup } from "./guardedLookup.ts";
import { readBody } from "./readBody.ts";

export interface OutboundOptions {
  /** Development only: lets requests reach this machine, also over http. */
  readonly allowLoopback: boolean;
  /** Milliseconds until a connection stands, and again until the headers of the answer; 5,000 by default. */
  readonly headersWithin?: number;
  /** Milliseconds that a request may take altogether; 10,000 by default. */
  readonly completeWithin?: number;
  /** How names are resolved; by the operating system by default. */
  readonly lookup?: LookupAll;
}

const maxBytesDefault = 65_536;
const redirectStatuses: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);

/** `OutboundHttp` over undici: no proxy, no cookies, no credentials but what the caller sends. */
export const layer = (options: OutboundOptions): Layer.Layer<OutboundHttp> =>
  Layer.scoped(
    OutboundHttp,
    Effect.map(Effect.all({ short: agent(options, 64), long: agent(options, null) }), (agents) =>
      OutboundHttp.of({ send: sender(agents, options) })
    )
  );

/** Streams have connections of their own: however many take their time, all else finds one that is free. */
interface Agents {
  readonly short: Dispatcher;
  readonly long: Dispatcher;
}

const agent = (options: OutboundOptions, connections: number | null) =>
  Effect.acquireRelease(
    Effect.sync(
      () =>
        new Agent({
          connections,
          bodyTimeout: 0,
          connect: {
            lookup: guardedLookup(options, options.lookup ?? systemLookup),
            timeout: options.headersWithin ?? 5_000
          }
        })
    ),
    (opened) => Effect.promise(() => opened.destroy())
  );

const sender =
  ({ long, short }: Agents, options: OutboundOptions) =>
  (request: OutboundRequest): Effect.Effect<OutboundResponse, OutboundFailure> =>
    follow(isStream(request.body) ? long : short, options, request, request.url).pipe(
      Effect.timeoutFail({
        duration: request.completeWithin ?? options.completeWithin ?? 10_000,
        onTimeout: () => failed("timeout", request.url)
      }),
      Effect.withSpan("OutboundHttp.send", { attributes: { host: hostOf(request.url) } })
    );

const follow = (
  dispatcher: Dispatcher,
  options: OutboundOptions,
  request: OutboundRequest,
  address: string
): Effect.Effect<OutboundResponse, OutboundFailure> =>
  Effect.gen(function* () {
    const url = yield* allowed(options, address);
    const response = yield* exchange(dispatcher, options, request, url);
    if (!redirectStatuses.has(response.status)) return response;
    const left = request.redirects ?? 0;
    const next = response.headers.location;
    if (left === 0 || next === undefined || !URL.canParse(next, url.href))
      return yield* failed("redirect-refused", address);
    return yield* follow(dispatcher, options, { ...request, redirects: left - 1 }, new URL(next, url.href).href);
  });

const allowed = (policy: AddressPolicy, address: string): Effect.Effect<URL, OutboundFailure> => {
  if (!URL.canParse(address)) return failed("malformed", address);
  const url = new URL(address);
  return mayAsk(policy, url) ? Effect.succeed(url) : failed("address-refused", address);
};

/** undici counts the time to the headers while a stream is still on its way: what bounds a stream is said by its sender. */
const headersWithin = (request: OutboundRequest, options: OutboundOptions): number =>
  request.headersWithin ?? (isStream(request.body) ? 0 : (options.headersWithin ?? 5_000));

const exchange = (dispatcher: Dispatcher, options: OutboundOptions, request: OutboundRequest, url: URL) =>
  Effect.flatMap(bodyOf(request.body), (sent) =>
    Effect.tryPromise({
      try: async (signal): Promise<OutboundResponse> => {
        const response = await send(url, {
          dispatcher,
          signal,
          method: request.method,
          headers: { "user-agent": "tidemark", "accept-encoding": "gzip", ...request.headers },
          body: sent,
          headersTimeout: headersWithin(request, options)
        });
        const headers = singleValues(response.headers);
        const body = await readBody(response.body, headers["content-encoding"], request.maxBytes ?? maxBytesDefault);
        return { status: response.statusCode, headers, body };
      },
      catch: (error) => failed(failureReason(error), url.href)
    })
  );

const singleValues = (headers: Readonly<Record<string, string | Array<string> | undefined>>) =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, typeof value === "string" ? value : value.join(", ")]]
    )
  );

const hostOf = (url: string): string => (URL.canParse(url) ? new URL(url).host : "");

const failed = (reason: OutboundFailure["reason"], url: string): OutboundFailure =>
  new OutboundFailure({ reason, host: hostOf(url) });
