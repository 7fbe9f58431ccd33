import { randomUUID } from "node:crypto";
import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import * as Cause from "effect/Cause";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Runtime from "effect/Runtime";
import { HealthCounters } from "../../../../application/health/HealthCounters.ts";
import { Trace } from "../../../../domain/event/Trace.ts";
import { UnreadableRecord } from "../../../../domain/event/UnreadableRecord.ts";
import { AddressHashes } from "../../../../domain/personal/AddressHashes.ts";
import { methodNotAllowedPage, notFoundPage, serverErrorPage, unreadableLogPage } from "../../pages/statusPage.ts";
import { clientAddressBy, type TrustedProxies } from "../request/clientAddress.ts";
import { fromIncoming, type HttpRequest } from "../request/HttpRequest.ts";
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
import { type PathRoutes, routeTable } from "./routeTable.ts";

export interface HandlerOptions<R> {
  readonly routes: ReadonlyArray<Route<R>>;
  /** The public URL of the service. */
  readonly publicUrl: string;
  /** The proxies that are trusted to append to `X-Forwarded-For`. */
  readonly trustedProxies: TrustedProxies;
  readonly isClosing: () => boolean;
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

/** The runtime of one request. This is cheaper than providing the service to the effect, which restores the context later. */
const runtimeFor = <R>(runtime: Runtime.Runtime<R>, request: HttpRequest, hashes: AddressHashes["Type"]) =>
  Runtime.provideService(runtime, Trace, new RequestTrace(request, hashes));

/** A request with its response. */
interface Exchange {
  readonly request: HttpRequest;
  readonly outgoing: ServerResponse;
  readonly measured: MeasuredRequest;
}

/** Returns the request listener of a server: it finds the route, runs its handler, and sends the response with the common headers. */
export const handleRequests = <R>(
  options: HandlerOptions<R>
): Effect.Effect<RequestListener, never, R | AddressHashes> =>
  Effect.zipWith(Effect.runtime<R | AddressHashes>(), HealthCounters, (runtime, counters) => {
    const hashes = Context.get(runtime.context, AddressHashes);
    const runCallback = Runtime.runCallback(runtime);
    const find = routeTable(options.routes);
    const common = securityHeaders(options.publicUrl);
    const addressOf = clientAddressBy(options.trustedProxies);

    const kinds = new Map(options.routes.map((route) => [route, requestKind(route.path)] as const));

    const send = ({ measured, outgoing, request }: Exchange, origins: "any" | "same", response: HttpResponse) => {
      measured.respond(response);
      return sendResponse(outgoing, {
        ...response,
        headers: {
          ...common,
          ...crossOriginHeaders(origins),
          "x-request-id": request.id,
          ...(options.isClosing() && { connection: "close" }),
          ...response.headers
        }
      });
    };

    const fail = (exchange: Exchange, route: Route<R>, cause: Cause.Cause<never>) => {
      const { outgoing, request } = exchange;
      return logFailure(cause).pipe(
        Effect.annotateLogs({ requestId: request.id, path: route.path }),
        Effect.zipRight(send(exchange, route.origins, failureResponse(request, cause))),
        Effect.ensuring(Effect.sync(() => outgoing.writableEnded || outgoing.destroy()))
      );
    };

    const run = (exchange: Exchange, route: Route<R>) => {
      const { measured, outgoing, request } = exchange;
      const answer = Effect.suspend(() => route.handle(request)).pipe(
        Effect.flatMap((response) => send(exchange, route.origins, response))
      );
      const cancel = Runtime.runCallback(runtimeFor(runtime, request, hashes), answer, {
        onExit: (exit) => {
          if (Exit.isSuccess(exit)) return;
          if (Cause.isInterruptedOnly(exit.cause)) return void outgoing.destroy();
          runCallback(fail(exchange, route, exit.cause));
        }
      });
      outgoing.once("close", () => {
        measured.end(counters, outgoing);
        const isInFlight = outgoing.headersSent || route.whenClientLeaves === "interrupt";
        if (isInFlight && !outgoing.writableFinished) cancel();
      });
    };

    /** Sends a response that no handler makes. */
    const respond = (exchange: Exchange, origins: "any" | "same", response: HttpResponse) => {
      const { measured, outgoing } = exchange;
      outgoing.once("close", () => measured.end(counters, outgoing));
      runCallback(send(exchange, origins, response));
    };

    return (incoming, outgoing) => {
      // Data read together with the request that ended the connection.
      if (incoming.socket.destroyed) return;
      const request = fromIncoming(incoming, originOf(incoming, addressOf), options.bodyTimeoutMs);
      const routes = find(request.path);
      const route = routes?.get(request.method);
      const measured = new MeasuredRequest((route && kinds.get(route)) ?? "other");
      const exchange: Exchange = { measured, outgoing, request };
      const fault = hostFault(incoming);
      if (fault !== null) return respond(exchange, "same", badHost(fault));
      if (route?.whenSpeculative === "refuse" && isSpeculative(request)) {
        return respond(exchange, route.origins, refuseSpeculation());
      }
      if (route !== undefined) return run(exchange, route);
      respond(exchange, originsOf(routes), notFoundOrNotAllowed(routes, request));
    };
  });
