import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { type Finding, ok, problem, skipped } from "../../application/instance/DoctorCheck.ts";
import { type OutboundFailure, OutboundHttp, type OutboundResponse } from "../../domain/outbound/OutboundHttp.ts";

/** In milliseconds. PDSes and apps accept more than this; a request may take some of it. */
const maxClockSkewMs = 10_000;

/** The response to a request, or why there is none. */
export type Fetched = Either.Either<OutboundResponse, OutboundFailure>;

/** What happened to a request, after its URL. */
const failureText: Readonly<Record<OutboundFailure["reason"], string>> = {
  "address-refused": "is at an address that is not public, or at a port that is not allowed",
  busy: "was not requested, because too many requests are running",
  unreachable: "cannot be reached",
  timeout: "did not respond in time",
  "too-large": "sent a response that is too large",
  "redirect-refused": "redirects",
  malformed: "did not respond with valid HTTP"
};

/** Requests a URL. */
export const fetchUrl = (url: string): Effect.Effect<Fetched, never, OutboundHttp> =>
  Effect.flatMap(OutboundHttp, ({ send }) => Effect.either(send({ method: "GET", url })));

/** Returns the finding for a public URL that the rules for outbound requests keep this machine from requesting. */
export const refusedFinding = (url: string): Finding =>
  skipped(
    `${url} cannot be checked from this machine: outbound requests go only to public addresses and allowed ports, and here the URL leads elsewhere`
  );

/** Checks that a URL responded with 200; `find` checks the body. */
export const responseFinding = (
  fetched: Fetched,
  url: string,
  remedy: string,
  find: (body: string) => Finding
): Finding =>
  Either.match(fetched, {
    onLeft: ({ reason }) => problem(`${url} ${failureText[reason]}`, remedy),
    onRight: ({ body, status }) => (status === 200 ? find(body) : problem(`${url} responds with ${status}`, remedy))
  });

/** Compares the clock of this machine with the `Date` of a response; `now` is when it arrived, in milliseconds. */
export const clockFinding = (fetched: Fetched, now: number, url: string): Finding => {
  if (Either.isLeft(fetched)) return skipped(`${url} did not respond`);
  const date = Date.parse(fetched.right.headers.date ?? "");
  if (Number.isNaN(date)) return skipped(`${url} sent no Date header`);
  const behind = date - now;
  return Math.abs(behind) <= maxClockSkewMs
    ? ok(`agrees with ${new URL(url).host}`)
    : problem(
        `the clock of this machine is ${Math.abs(Math.round(behind / 1000))} s ${behind > 0 ? "behind" : "ahead"}`,
        "enable NTP: PDSes reject DPoP proofs if the clock is off"
      );
};
