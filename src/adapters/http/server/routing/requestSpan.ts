import type { IncomingMessage } from "node:http";
import type { Span } from "../../../../domain/tracing/Span.ts";

/** The methods of HTTP that spans name; a request can invent others. */
const methods: ReadonlySet<string> = new Set(["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"]);

/** Probes and scrapes, which come every few seconds and are not traced. */
const probes: ReadonlySet<string> = new Set(["/health", "/ready", "/metrics"]);

/**
 * Begins the span of a request below the span of the process, or in the trace of the caller; null if it is not recorded. It is
 * named by the path of the route, never by that of the request. The attributes are those that OpenTelemetry defines for
 * servers of HTTP, except the path, the query, the address and the user agent, which are about the caller.
 */
export const beginRequestSpan = (
  processSpan: Span | null,
  { headers, method = "" }: IncomingMessage,
  route: string,
  requestId: string
): Span | null => {
  if (processSpan === null || probes.has(route)) return null;
  const known = methods.has(method) ? method : "_OTHER";
  const { traceparent } = headers;
  const span = processSpan.begin({
    kind: "request",
    name: [known === "_OTHER" ? "HTTP" : known, route].join(" ").trimEnd(),
    traceparent: typeof traceparent === "string" ? traceparent : undefined
  });
  span?.set("http.request.method", known);
  if (route !== "") span?.set("http.route", route);
  span?.set("tidemark.request.id", requestId);
  return span;
};
