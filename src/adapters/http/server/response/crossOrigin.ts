import type { HttpResponse } from "./HttpResponse.ts";

const anyOrigin: HttpResponse["headers"] = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "WWW-Authenticate, DPoP-Nonce, Date, Retry-After, RateLimit, RateLimit-Policy, X-Request-Id"
};

/** Returns the headers that let scripts of any origin read a response without credentials; none for same-origin routes. */
export const crossOriginHeaders = (origins: "any" | "same"): HttpResponse["headers"] =>
  origins === "any" ? anyOrigin : {};

/** Returns the response to a preflight (Fetch standard, CORS-preflight). */
export const preflight = (methods: Iterable<string>): HttpResponse => ({
  status: 204,
  headers: {
    "access-control-allow-methods": [...methods].join(", "),
    "access-control-allow-headers":
      "Content-Type, Authorization, DPoP, Idempotency-Key, MCP-Protocol-Version, Tidemark-Cursor, X-Tidemark-Cost",
    "access-control-max-age": "600"
  },
  body: null
});
