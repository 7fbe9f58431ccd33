import { type IncomingHttpHeaders, type IncomingMessage, type OutgoingHttpHeaders, request } from "node:http";
import { text } from "node:stream/consumers";
import type { CookieJar } from "./CookieJar.ts";

export interface BrowserResponse {
  readonly status: number;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

/**
 * Sends a request the way a browser would, cookies included; redirects are not followed.
 *
 * Not `fetch`: it always sends `sec-fetch-mode: cors`, which the PDS's sign-in pages refuse.
 */
export async function browserRequest(
  method: "GET" | "POST",
  url: string | URL,
  { headers, body, jar }: { headers: OutgoingHttpHeaders; body?: string; jar: CookieJar }
): Promise<BrowserResponse> {
  // A server that is stopped meanwhile may never respond.
  const signal = AbortSignal.timeout(60_000);
  const sent = request(url, {
    method,
    signal,
    headers: { ...headers, ...(jar.header === "" ? {} : { cookie: jar.header }) }
  });
  const response = await new Promise<IncomingMessage>((resolve, fail) => {
    sent.once("response", resolve).once("error", fail).end(body);
  });
  jar.store(response.headers["set-cookie"]);
  return { status: response.statusCode ?? 0, headers: response.headers, body: await text(response) };
}
