import * as Effect from "effect/Effect";
import type { OutboundFailure } from "../../domain/outbound/OutboundHttp.ts";
import { runInSpan } from "../../domain/tracing/inSpan.ts";
import { currentSpan, type Span } from "../../domain/tracing/Span.ts";

/** The methods of AT Protocol. Other paths are chosen by servers and by users, so that no span has them. */
const xrpcMethod = /^\/xrpc\/(com\.atproto\.[a-zA-Z]{1,32}\.[a-zA-Z]{1,48})$/;

/** Requests that find out whose identity a host is: its name is a handle, or a part of a DID. */
const identityPaths: ReadonlySet<string> = new Set(["/.well-known/atproto-did", "/.well-known/did.json"]);

/** How a call to another server is described: by its host, and by the method of AT Protocol, never by its path or query. */
interface Call {
  readonly method: string;
  readonly host: string | null;
  readonly port: number | null;
  readonly xrpc: string | null;
}

const callOf = (method: string, address: string): Call => {
  const url = URL.parse(address);
  const isIdentity = url === null || identityPaths.has(url.pathname) || url.pathname.endsWith("/did.json");
  return {
    method,
    host: isIdentity ? null : url.hostname,
    port: isIdentity || url.port === "" ? null : Number(url.port),
    xrpc: xrpcMethod.exec(url?.pathname ?? "")?.[1] ?? null
  };
};

const describe = (span: Span, { host, method, port, xrpc }: Call): void => {
  span.set("http.request.method", method);
  if (host !== null) span.set("server.address", host);
  if (port !== null) span.set("server.port", port);
  if (xrpc === null) return;
  span.set("rpc.method", xrpc);
  span.rename(`${method} ${xrpc}`);
};

/** Records the response, or why there was none, as OpenTelemetry defines it for clients of HTTP. */
const measured = <A extends { readonly status: number }, R>(span: Span, call: Effect.Effect<A, OutboundFailure, R>) =>
  Effect.tapBoth(call, {
    onFailure: ({ reason }) => Effect.sync(() => span.set("error.type", reason)),
    onSuccess: ({ status }) =>
      Effect.sync(() => {
        span.set("http.response.status_code", status);
        if (status >= 400) span.set("error.type", String(status));
      })
  });

/** Measures a call to another server, if its trace is recorded. */
export const inCallSpan =
  (method: string, url: string) =>
  <A extends { readonly status: number }, R>(
    call: Effect.Effect<A, OutboundFailure, R>
  ): Effect.Effect<A, OutboundFailure, R> =>
    Effect.withFiberRuntime((fiber) => {
      const span = fiber.getFiberRef(currentSpan)?.begin({ kind: "call", name: method }) ?? null;
      if (span === null) return call;
      describe(span, callOf(method, url));
      return runInSpan(span, measured(span, call));
    });
