import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import * as Cause from "effect/Cause";
import type * as Clock from "effect/Clock";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import type * as FiberId from "effect/FiberId";
import * as FiberRefs from "effect/FiberRefs";
import * as Runtime from "effect/Runtime";
import { HealthCounters } from "../../../../application/health/HealthCounters.ts";
import { FollowedClock } from "../../../../application/instance/FollowedClock.ts";
import { currentTrace } from "../../../../domain/event/Trace.ts";
import { UnreadableRecord } from "../../../../domain/event/UnreadableRecord.ts";
import { AddressHashes } from "../../../../domain/personal/AddressHashes.ts";
import { currentSpan, type Span } from "../../../../domain/tracing/Span.ts";
import { methodNotAllowedPage, notFoundPage, serverErrorPage, unreadableLogPage } from "../../pages/statusPage.ts";
import { clientAddressBy, type TrustedProxies } from "../request/clientAddress.ts";
import { fromIncoming, type HttpRequest, type ReceivedRequest } from "../request/HttpRequest.ts";
import { hostFault } from "../request/hostFault.ts";
import { RequestTrace } from "../request/RequestTrace.ts";
import { isSpeculative, refuseSpeculation } from "../request/speculation.ts";
import { crossOriginHeaders, preflight } from "../response/crossOrigin.ts";
import { type HttpResponse, json, noStore } from "../response/HttpResponse.ts";
import { securityHeaders } from "../response/securityHeaders.ts";
import { sendResponse } from "../response/sendResponse.ts";
import { MeasuredRequest } from "./MeasuredRequest.ts";
import type { Route } from "./Route.ts";
import { requestKind } from "./requestKind.ts";
import { beginRequestSpan } from "./requestSpan.ts";
import { type PathRoutes, routeTable } from "./routeTable.ts";

export interface HandlerOptions<R> {
  readonly routes: ReadonlyArray<Route<R>>;
  /** The public URL of the service. */
  readonly publicUrl: string;
  /** The proxies that are trusted to append to `X-Forwarded-For`. */
  readonly trustedProxies: TrustedProxies;
  /** Whether the process is stopping: each response then closes its connection. */
  readonly isStopping: () => boolean;
  /** The time limit for a body that is not streamed, in milliseconds; 30,000 by default. */
  readonly bodyTimeoutMs?: number;
}

const allowed = <R>(routes: PathRoutes<R>): ReadonlyArray<string> => {
  const open = [...routes.values()].some((route) => route.origins === "any");
  return open ? [...routes.keys(), "OPTIONS"] : [...routes.keys()];
};

const notFoundOrNotAllowed = <R>(routes: PathRoutes<R> | undefined, request: HttpRequest): HttpResponse => {
  if (routes === undefined) return notFoundPage(request);
  const methods = allowed(routes);
  if (request.method === "OPTIONS" && methods.includes("OPTIONS")) return preflight(routes.keys());
  return methodNotAllowedPage(request, methods);
};

const originsOf = <R>(routes: PathRoutes<R> | undefined): Route<R>["origins"] =>
  routes !== undefined && [...routes.values()].some((route) => route.origins === "any") ? "any" : "same";

const unreadableIn = (cause: Cause.Cause<never>): UnreadableRecord | null => {
  const defect = Cause.squash(cause);
  return defect instanceof UnreadableRecord ? defect : null;
};

/** Either the service failed, or a decision met an event of a later version, whose processes can handle the request. */
const failureResponse = (request: HttpRequest, cause: Cause.Cause<never>): HttpResponse =>
  unreadableIn(cause) === null ? serverErrorPage(request) : unreadableLogPage(request);

const logFailure = (cause: Cause.Cause<never>) => {
  const unreadable = unreadableIn(cause);
  return unreadable === null
    ? Effect.logError("A request failed", cause)
    : Effect.logError(`A request was refused: ${unreadable.message}`);
};

const badHost = (fault: string): HttpResponse =>
  json(400, { error: "invalid_request", error_description: fault }, { connection: "close", ...noStore });

const originOf = (incoming: IncomingMessage, addressOf: ReturnType<typeof clientAddressBy>) => {
  const forwarded = incoming.headers["x-forwarded-for"];
  const clientAddress = addressOf(
    incoming.socket.remoteAddress ?? "",
    typeof forwarded === "string" ? forwarded : null
  );
  return { id: randomUUID(), clientAddress };
};

/** A request with its response. */
interface Exchange {
  readonly request: ReceivedRequest;
  readonly outgoing: ServerResponse;
  readonly measured: MeasuredRequest;
  readonly origins: "any" | "same";
  /** The path of the route; empty without one. */
  readonly path: string;
}

/** Returns what sets the trace of the fiber of a request, and its span if there can be spans. */
const tracedAs =
  ({ measured, request }: Exchange, hashes: AddressHashes["Type"], processSpan: Span | null) =>
  (refs: FiberRefs.FiberRefs, fiberId: FiberId.Runtime): FiberRefs.FiberRefs => {
    const traced = FiberRefs.updateAs(refs, {
      fiberId,
      fiberRef: currentTrace,
      value: new RequestTrace(request, hashes)
    });
    return processSpan === null
      ? traced
      : FiberRefs.updateAs(traced, { fiberId, fiberRef: currentSpan, value: measured.span });
  };

/** Work that is done already. It needs no fiber. */
const isReady = <A, R>(
  effect: Effect.Effect<A, never, R>
): effect is Effect.Effect<A, never, R> & Exit.Success<A, never> => Exit.isExit(effect) && Exit.isSuccess(effect);

const handledBy = <R>(route: Route<R>, request: HttpRequest): Effect.Effect<HttpResponse, never, R> => {
  try {
    return route.handle(request);
  } catch (defect) {
    return Effect.die(defect);
  }
};

/** Returns the header `Date`, by which apps correct their proofs, if Node.js would send another time; otherwise null. */
const correctedDate = (clock: Clock.Clock): string | null =>
  clock instanceof FollowedClock && clock.correctionMs !== 0
    ? new Date(clock.unsafeCurrentTimeMillis()).toUTCString()
    : null;

const countersAndClock = Effect.zip(HealthCounters, Effect.clock);

/** Returns the request listener of a server: it finds the route, runs its handler, and sends the response with the common headers. */
export const handleRequests = <R>(
  options: HandlerOptions<R>
): Effect.Effect<RequestListener, never, R | AddressHashes> =>
  Effect.zipWith(Effect.runtime<R | AddressHashes>(), countersAndClock, (runtime, [counters, clock]) => {
    const hashes = Context.get(runtime.context, AddressHashes);
    const processSpan = FiberRefs.getOrDefault(runtime.fiberRefs, currentSpan);
    const runCallback = Runtime.runCallback(runtime);
    const find = routeTable(options.routes);
    const common = securityHeaders(options.publicUrl);
    const commonBy = { same: common, any: { ...common, ...crossOriginHeaders("any") } };
    const addressOf = clientAddressBy(options.trustedProxies);

    const kinds = new Map(options.routes.map((route) => [route, requestKind(route.path)] as const));

    const send = ({ measured, origins, outgoing, request }: Exchange, response: HttpResponse): Effect.Effect<void> => {
      measured.respond(response);
      const headers: Record<string, string | Array<string>> = {
        ...commonBy[origins],
        "x-request-id": request.id,
        ...response.headers
      };
      if (options.isStopping()) headers.connection ??= "close";
      const date = correctedDate(clock);
      if (date !== null) headers.date = date;
      try {
        return sendResponse(outgoing, response, headers);
      } catch (defect) {
        return Effect.die(defect);
      }
    };

    const fail = (exchange: Exchange, cause: Cause.Cause<never>) => {
      const { outgoing, path, request } = exchange;
      return logFailure(cause).pipe(
        Effect.annotateLogs({ requestId: request.id, path }),
        Effect.zipRight(Effect.suspend(() => send(exchange, failureResponse(request, cause)))),
        Effect.ensuring(Effect.sync(() => outgoing.writableEnded || outgoing.destroy()))
      );
    };

    const run = (
      exchange: Exchange,
      answer: Effect.Effect<void, never, R>,
      whenClientLeaves: Route<R>["whenClientLeaves"]
    ) => {
      const { outgoing } = exchange;
      const cancel = Runtime.runCallback(runtime, answer, {
        updateRefs: tracedAs(exchange, hashes, processSpan),
        onExit: (exit) => {
          if (Exit.isSuccess(exit)) return;
          if (Cause.isInterruptedOnly(exit.cause)) return void outgoing.destroy();
          runCallback(fail(exchange, exit.cause));
        }
      });
      outgoing.once("close", () => {
        const isInFlight = outgoing.headersSent || whenClientLeaves === "interrupt";
        if (isInFlight && !outgoing.writableFinished) cancel();
      });
    };

    /** Sends a response that is there already, without a fiber if it can be sent at once. */
    const respond = (exchange: Exchange, response: HttpResponse) => {
      const rest = send(exchange, response);
      if (!isReady(rest)) run(exchange, rest, "finish");
    };

    const handle = (exchange: Exchange, route: Route<R>) => {
      if (route.whenStopping !== undefined && options.isStopping()) return respond(exchange, route.whenStopping);
      const handled = handledBy(route, exchange.request);
      if (isReady(handled)) return respond(exchange, handled.value);
      run(
        exchange,
        Effect.flatMap(handled, (response) => send(exchange, response)),
        route.whenClientLeaves
      );
    };

    const receive = (exchange: Exchange, route: Route<R>) => {
      const { request } = exchange;
      const limit = route.bodyFirst?.(request) ?? null;
      if (limit === null) return handle(exchange, route);
      request.receive(limit, () => handle(exchange, route));
    };

    return (incoming, outgoing) => {
      // Data read together with the request that ended the connection.
      if (incoming.socket.destroyed) return;
      const request = fromIncoming(incoming, originOf(incoming, addressOf), options.bodyTimeoutMs);
      const routes = find(request.path);
      const route = routes?.get(request.method);
      const { origins, path } = route ?? { origins: "same", path: "" };
      const span = beginRequestSpan(processSpan, incoming, path, request.id);
      const measured = new MeasuredRequest((route && kinds.get(route)) ?? "other", span);
      const exchange: Exchange = { measured, origins, outgoing, path, request };
      outgoing.once("close", () => measured.end(counters, outgoing));
      const fault = hostFault(incoming);
      if (fault !== null) return respond({ ...exchange, origins: "same" }, badHost(fault));
      if (route === undefined)
        return respond({ ...exchange, origins: originsOf(routes) }, notFoundOrNotAllowed(routes, request));
      if (route.whenSpeculative === "refuse" && isSpeculative(request)) return respond(exchange, refuseSpeculation());
      receive(exchange, route);
    };
  });
