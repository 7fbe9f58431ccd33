import { json } from "../support/scriptedServer.ts";
import { type HostilePds, type Misbehaviour, type Misbehaviours, tokensOf } from "./HostilePds.ts";
import { isLate, late } from "./lateness.ts";
import * as bad from "./misbehave.ts";

/** What a PDS does once somebody has signed in, and how the app's first write must end. */
export interface SessionCase {
  readonly name: string;
  readonly does: Misbehaviours;
  /** What the log says of the session last, or of the write. */
  readonly event: readonly [type: string, reason: string];
  /** The `extensions.code` of the error. */
  readonly code: string;
}

/** The same endpoint redeems the code first. Its tokens are over at once, so that the first write refreshes them. */
const whenRefreshed = (refresh: Misbehaviour, first: object = {}): Misbehaviours => {
  const answer: Misbehaviour = (response, at) =>
    at.before === 0 ? json(response, { ...tokensOf(at.pds), expires_in: 1, ...first }) : refresh(response, at);
  return { "/token": isLate(refresh, 1) ? late(answer, 1) : answer };
};

const row = (name: string, refresh: Misbehaviour, reason: string): SessionCase => ({
  name: `a refresh, answered ${name}`,
  does: whenRefreshed(refresh),
  event: ["SessionRefreshFailed.v1", reason],
  code: "SESSION_NOT_REFRESHED"
});

const malformed = (name: string, refresh: Misbehaviour): SessionCase => row(name, refresh, "malformed");
const tokensWith =
  (change: (pds: HostilePds, honest: HostilePds) => object): Misbehaviour =>
  (response, { honest, pds }) =>
    json(response, { ...tokensOf(pds), ...change(pds, honest) });

const ended = (name: string, does: Misbehaviours, reason: string): SessionCase => ({
  name,
  does,
  event: ["SessionEnded.v1", reason],
  code: "UNAUTHENTICATED"
});

const createPath = "/xrpc/com.atproto.repo.createRecord";
const unknown = (name: string, answer: Misbehaviour, reason: string, code: string): SessionCase => ({
  name: `a write, answered ${name}`,
  does: { [createPath]: answer },
  event: ["WriteOutcomeUnknown.v1", reason],
  code
});

export const otherCid = "bafyreidfayvfuwqa7qlnopdjiqrxzs6blmoeu4rujcjtnci5beludirz2a";

/** What ends a session names its end; what may pass keeps it. */
export const sessionCases: ReadonlyArray<SessionCase> = [
  malformed(
    "with Bearer tokens",
    tokensWith(() => ({ token_type: "Bearer" }))
  ),
  malformed(
    "with tokens without a subject",
    tokensWith(() => ({ sub: undefined }))
  ),
  malformed(
    "with tokens without a scope",
    tokensWith(() => ({ scope: undefined }))
  ),
  malformed(
    "with tokens that never expire",
    tokensWith(() => ({ expires_in: 1e300 }))
  ),
  malformed(
    "with tokens that have already expired",
    tokensWith(() => ({ expires_in: -1 }))
  ),
  malformed(
    "with a token that contains a line break",
    tokensWith(() => ({ access_token: "x\r\nhost: y" }))
  ),
  malformed("with HTML", bad.html),
  malformed("with 5 MB", bad.fiveMegabytes),
  malformed("with a gzip bomb", bad.gzipBomb),
  malformed("in two framings", bad.twoFramings),
  malformed("with a redirect of the token to cloud metadata", bad.redirectWithBody),
  row(
    "with a nonce that is never accepted",
    bad.oauthError("use_dpop_nonce", 400, { "dpop-nonce": "n" }),
    "client-refused"
  ),
  row("with a clock that is ten minutes off", bad.oauthError("invalid_dpop_proof"), "client-refused"),
  row("with invalid_client", bad.oauthError("invalid_client", 401), "client-refused"),
  row("with repeated server errors", bad.status(500), "server-error"),
  row("with a rate limit", bad.oauthError("slow_down", 429), "rate-limited"),
  row("but with the response lost", bad.reset, "unreachable"),
  row("but with the response truncated", bad.truncated, "unreachable"),
  row("never", bad.silence, "timeout"),
  row("byte by byte", bad.drippingBody, "timeout"),
  ended(
    "a refresh, answered with tokens of another account",
    whenRefreshed(tokensWith((_, { did }) => ({ sub: did }))),
    "subject-changed"
  ),
  ended("a refresh, answered with invalid_grant", whenRefreshed(bad.oauthError("invalid_grant")), "refused-by-pds"),
  ended(
    "tokens that expire, and no refresh token",
    whenRefreshed(bad.status(500), { refresh_token: undefined }),
    "secrets-missing"
  ),
  unknown("with HTML", bad.html, "not-xrpc", "PDS_NOT_XRPC"),
  unknown("with 5 MB", bad.fiveMegabytes, "too-large", "PDS_ANSWER_TOO_LARGE"),
  unknown("with a gzip bomb", bad.gzipBomb, "too-large", "PDS_ANSWER_TOO_LARGE"),
  unknown(
    "with an invalid CID",
    (response) => json(response, { uri: "at://x", cid: "x" }),
    "malformed",
    "PDS_INVALID_ANSWER"
  ),
  unknown(
    "with the URI of another record",
    (response, { pds }) => json(response, { uri: `at://${pds.did}/xyz.statusphere.status/other`, cid: otherCid }),
    "malformed",
    "PDS_INVALID_ANSWER"
  ),
  unknown(
    "with two URIs",
    (response, { pds }) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"uri":"at://${pds.did}/x.y.z/1","uri":"at://${pds.did}/x.y.z/2","cid":"${otherCid}"}`),
    "malformed",
    "PDS_INVALID_ANSWER"
  ),
  unknown("with an empty object", (response) => json(response, {}), "malformed", "PDS_INVALID_ANSWER"),
  unknown("in two framings", bad.twoFramings, "malformed", "PDS_INVALID_ANSWER"),
  unknown("with a redirect of the record to cloud metadata", bad.redirectWithBody, "redirected", "PDS_REDIRECTED"),
  unknown("but with the response lost", bad.reset, "unreachable", "PDS_UNREACHABLE"),
  unknown("never", bad.silence, "timeout", "PDS_TIMEOUT")
];
