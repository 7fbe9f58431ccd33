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
    "by Bearer tokens",
    tokensWith(() => ({ token_type: "Bearer" }))
  ),
  malformed(
    "by tokens of nobody",
    tokensWith(() => ({ sub: undefined }))
  ),
  malformed(
    "by tokens without a scope",
    tokensWith(() => ({ scope: undefined }))
  ),
  malformed(
    "by tokens that never end",
    tokensWith(() => ({ expires_in: 1e300 }))
  ),
  malformed(
    "by tokens that ended before",
    tokensWith(() => ({ expires_in: -1 }))
  ),
  malformed(
    "by a token that is two headers",
    tokensWith(() => ({ access_token: "x\r\nhost: y" }))
  ),
  malformed("by HTML", bad.html),
  malformed("by 5 MB", bad.fiveMegabytes),
  malformed("by a gzip bomb", bad.gzipBomb),
  malformed("in two framings", bad.twoFramings),
  malformed("by a redirect with the token to the metadata of a cloud", bad.redirectWithBody),
  row("by a nonce that is never good", bad.oauthError("use_dpop_nonce", 400, { "dpop-nonce": "n" }), "client-refused"),
  row("by a clock that is ten minutes off", bad.oauthError("invalid_dpop_proof"), "client-refused"),
  row("by not knowing the service", bad.oauthError("invalid_client", 401), "client-refused"),
  row("by errors of the server, without end", bad.status(500), "server-error"),
  row("by a limit", bad.oauthError("slow_down", 429), "rate-limited"),
  row("and the answer lost", bad.reset, "unreachable"),
  row("and the answer cut off", bad.truncated, "unreachable"),
  row("never", bad.silence, "timeout"),
  row("drop by drop", bad.drippingBody, "timeout"),
  ended(
    "a refresh, answered by tokens of another account",
    whenRefreshed(tokensWith((_, { did }) => ({ sub: did }))),
    "subject-changed"
  ),
  ended(
    "a refresh, answered by not knowing the session",
    whenRefreshed(bad.oauthError("invalid_grant")),
    "refused-by-pds"
  ),
  ended(
    "tokens that end, and none to refresh them",
    whenRefreshed(bad.status(500), { refresh_token: undefined }),
    "secrets-missing"
  ),
  unknown("by HTML", bad.html, "not-xrpc", "PDS_NOT_XRPC"),
  unknown("by 5 MB", bad.fiveMegabytes, "too-large", "PDS_ANSWER_TOO_LARGE"),
  unknown("by a gzip bomb", bad.gzipBomb, "too-large", "PDS_ANSWER_TOO_LARGE"),
  unknown(
    "by a CID that is none",
    (response) => json(response, { uri: "at://x", cid: "x" }),
    "malformed",
    "PDS_INVALID_ANSWER"
  ),
  unknown(
    "by another record's address",
    (response, { pds }) => json(response, { uri: `at://${pds.did}/xyz.statusphere.status/other`, cid: otherCid }),
    "malformed",
    "PDS_INVALID_ANSWER"
  ),
  unknown(
    "by two addresses",
    (response, { pds }) =>
      response
        .writeHead(200, { "content-type": "application/json" })
        .end(`{"uri":"at://${pds.did}/x.y.z/1","uri":"at://${pds.did}/x.y.z/2","cid":"${otherCid}"}`),
    "malformed",
    "PDS_INVALID_ANSWER"
  ),
  unknown("by nothing", (response) => json(response, {}), "malformed", "PDS_INVALID_ANSWER"),
  unknown("in two framings", bad.twoFramings, "malformed", "PDS_INVALID_ANSWER"),
  unknown(
    "by a redirect with the record to the metadata of a cloud",
    bad.redirectWithBody,
    "redirected",
    "PDS_REDIRECTED"
  ),
  unknown("and the answer lost", bad.reset, "unreachable", "PDS_UNREACHABLE"),
  unknown("never", bad.silence, "timeout", "PDS_TIMEOUT")
];
