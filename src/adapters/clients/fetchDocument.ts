import * as Clock from "effect/Clock";
import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import { type RemoteDocument, RemoteDocumentUnusable } from "../../domain/client/document/RemoteDocuments.ts";
import {
  isJson,
  type OutboundFailure,
  type OutboundHttp,
  type OutboundResponse
} from "../../domain/outbound/OutboundHttp.ts";

/** A fetched document, and when it must be fetched again, in Unix milliseconds. */
export interface Fetched extends RemoteDocument {
  readonly freshUntil: number;
}

const completeWithin = 5000;

/** The bounds of `Cache-Control` and the default, in seconds. */
const freshness = { least: 60, usual: 600, most: 3600 };

const isTransient = (failure: OutboundFailure): boolean =>
  failure.reason === "busy" || failure.reason === "unreachable" || failure.reason === "timeout";

const problems: Readonly<Record<OutboundFailure["reason"], string>> = {
  "address-refused": "is at an address that this service does not connect to",
  busy: "cannot be fetched right now: too many documents are being fetched",
  unreachable: "cannot be reached",
  timeout: `does not arrive within ${completeWithin / 1000} seconds`,
  "too-large": "is too large",
  "redirect-refused": "must be at this address itself, without a redirect",
  malformed: "is not served as UTF-8 text over HTTP"
};

const unusable = (reason: RemoteDocumentUnusable["reason"], problem: string) =>
  new RemoteDocumentUnusable({ reason, problem });

/** Returns how many seconds a response may be cached (RFC 9111 section 5.2.2), within bounds. */
const secondsFresh = (cacheControl: string): number => {
  if (/\bno-(?:store|cache)\b/i.test(cacheControl)) return freshness.least;
  const declared = /\bmax-age\s*=\s*"?(\d{1,9})\b/i.exec(cacheControl)?.[1];
  return declared === undefined
    ? freshness.usual
    : Math.min(Math.max(Number(declared), freshness.least), freshness.most);
};

const checkAnswer = (response: OutboundResponse) => {
  const { status } = response;
  if (status === 429 || status >= 500) {
    return Effect.fail(
      unusable("unreachable", `cannot be fetched right now: its server responds with status ${status}`)
    );
  }
  if (status !== 200) {
    return Effect.fail(unusable("refused", `must be served with status 200; its server responds with ${status}`));
  }
  return isJson(response)
    ? Effect.succeed(response)
    : Effect.fail(unusable("refused", "must be served as application/json"));
};

/** Fetches a JSON document: status 200, no redirect, limited in size and time. */
export const fetchDocument: (
  http: Context.Tag.Service<OutboundHttp>,
  url: string,
  maxBytes: number
) => Effect.Effect<Fetched, RemoteDocumentUnusable> = Effect.fnUntraced(function* (http, url, maxBytes) {
  const request = { method: "GET", url, headers: { accept: "application/json" }, maxBytes, completeWithin } as const;
  const response = yield* http.send(request).pipe(
    Effect.mapError((failure) =>
      unusable(
        isTransient(failure) ? "unreachable" : "refused",
        failure.reason === "too-large" ? `must have at most ${maxBytes} bytes` : problems[failure.reason]
      )
    ),
    Effect.flatMap(checkAnswer)
  );
  const fetchedAt = yield* Clock.currentTimeMillis;
  const seconds = secondsFresh(response.headers["cache-control"] ?? "");
  return { text: response.body, fetchedAt, freshUntil: fetchedAt + seconds * 1000 };
});
