import type { HttpResponse } from "./HttpResponse.ts";

/** The headers of every response: no sniffing, no framing, no referrer, no subresources; HSTS over https. */
export const securityHeaders = (publicUrl: string): HttpResponse["headers"] => ({
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "content-security-policy": "default-src 'none'; base-uri 'none'; frame-ancestors 'none'",
  ...(publicUrl.startsWith("https:") && { "strict-transport-security": "max-age=31536000; includeSubDomains" })
});
