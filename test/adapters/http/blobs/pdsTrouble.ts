import type { ServerResponse } from "node:http";
import { type FakePds, type Listener, silence } from "../../../support/fakePds.ts";
import { json } from "../../../support/scriptedServer.ts";

/** What stands in answers that must not reach an app. */
export const secret = "s3cret-of-the-pds";

/** What a PDS can have, and what then must be said, and written down. */
export interface Trouble {
  readonly name: string;
  /** How the PDS answers a write or an upload. */
  readonly answer: Listener;
  /** What else is the matter with it. */
  readonly besides?: (pds: FakePds["Type"]) => void;
  readonly code: string;
  /** A part of the message that says what happened. */
  readonly says: string;
  readonly extensions?: Readonly<Record<string, unknown>>;
  /** The event after `WriteRequested.v1`, with its reason; null when the write succeeds. */
  readonly event: readonly [type: string, reason: string] | null;
  /** The status of `POST /blobs`. */
  readonly status: number;
  /** The reason of `BlobUploadFailed.v1`, where it is another than that of the write. */
  readonly uploadReason?: string;
  /** The code of the upload, where it is another. */
  readonly uploadCode?: string;
}

const page = (status: number) => (response: ServerResponse) =>
  response.writeHead(status, { "content-type": "text/html" }).end(`<html>${secret}</html>`);
const error = (status: number, name: string, message = "as it is", headers: Record<string, string> = {}) =>
  ((request, response) =>
    request.resume().once("end", () => json(response, { error: name, message }, status, headers))) satisfies Listener;
const after = (answer: (response: ServerResponse) => void) =>
  ((request, response) => request.resume().once("end", () => answer(response))) satisfies Listener;
const unknown = (reason: string) => ["WriteOutcomeUnknown.v1", reason] as const;
const rejected = (reason: string) => ["WriteRejected.v1", reason] as const;

export const troubles: ReadonlyArray<Trouble> = [
  {
    name: "down",
    answer: (request) => request.socket.destroy(),
    code: "PDS_UNREACHABLE",
    says: "cannot be reached",
    event: unknown("unreachable"),
    status: 502
  },
  {
    name: "slow",
    answer: silence,
    code: "PDS_TIMEOUT",
    says: "did not respond in time",
    event: unknown("timeout"),
    status: 504
  },
  {
    name: "5xx with an error of its own",
    answer: error(500, "InternalServerError", secret),
    code: "PDS_ERROR",
    says: "an internal error",
    event: unknown("server-error"),
    status: 502
  },
  {
    name: "5xx from a proxy",
    answer: after(page(502)),
    code: "PDS_ERROR",
    says: "an internal error",
    event: unknown("server-error"),
    status: 502
  },
  {
    name: "a malformed response",
    answer: after((response) => json(response, { uri: secret })),
    code: "PDS_INVALID_ANSWER",
    says: "an invalid response",
    event: unknown("malformed"),
    status: 502
  },
  {
    name: "HTML",
    answer: after(page(200)),
    code: "PDS_NOT_XRPC",
    says: "did not come from a PDS",
    event: unknown("not-xrpc"),
    status: 502
  },
  {
    name: "a page from a firewall",
    answer: after(page(403)),
    code: "PDS_NOT_XRPC",
    says: "did not come from a PDS",
    event: unknown("not-xrpc"),
    status: 502
  },
  {
    name: "an endless response",
    answer: after((response) => json(response, { more: secret.repeat(50_000) })),
    code: "PDS_ANSWER_TOO_LARGE",
    says: "exceeded the size limit",
    event: unknown("too-large"),
    status: 502
  },
  {
    name: "a redirect",
    answer: after((response) => response.writeHead(307, { location: `https://elsewhere.example/${secret}` }).end()),
    code: "PDS_REDIRECTED",
    says: "a redirect",
    event: unknown("redirected"),
    status: 502
  },
  {
    name: "too many requests, for a long time",
    answer: error(429, "RateLimitExceeded", "Rate Limit Exceeded", { "retry-after": "120" }),
    code: "RATE_LIMITED",
    says: "limits the rate of requests",
    extensions: { retryAfter: 120 },
    event: rejected("rate-limited"),
    status: 429
  },
  {
    name: "too many requests, for an unknown time",
    answer: error(429, "RateLimitExceeded"),
    code: "RATE_LIMITED",
    says: "limits the rate of requests",
    event: rejected("rate-limited"),
    status: 429
  },
  {
    name: "a proof that is never accepted",
    answer: error(401, "invalid_dpop_proof"),
    code: "PDS_PROOF_REFUSED",
    says: "rejects the service's DPoP proofs",
    event: rejected("proof-refused"),
    status: 502
  },
  {
    name: "an expired token that cannot be refreshed",
    answer: error(401, "invalid_token"),
    besides: (pds) => {
      pds.misbehave("com.atproto.server.getSession", error(401, "invalid_token"));
      pds.failRefresh("invalid-grant");
    },
    code: "UNAUTHENTICATED",
    says: "Sign in again",
    extensions: { reason: "reauthenticate", cause: "refused-by-pds" },
    event: rejected("session-ended"),
    status: 401
  },
  {
    name: "an expired token during an outage of the token endpoint",
    answer: error(401, "invalid_token"),
    besides: (pds) => {
      pds.misbehave("com.atproto.server.getSession", error(401, "invalid_token"));
      pds.failRefresh("unreachable");
    },
    code: "SESSION_NOT_REFRESHED",
    says: "could not be renewed",
    extensions: { cause: "unreachable" },
    event: rejected("not-sent"),
    status: 503,
    uploadReason: "session-not-refreshed"
  },
  {
    name: "a grant that is too small",
    answer: error(403, "ScopeMissingError", 'Missing required scope "repo:x.y.z?action=create"'),
    code: "FORBIDDEN",
    says: "did not grant this",
    event: rejected("scope-missing"),
    status: 403
  },
  {
    name: "a deactivated account",
    answer: error(401, "AccountDeactivated"),
    code: "ACCOUNT_DEACTIVATED",
    says: "is deactivated",
    event: rejected("account-deactivated"),
    status: 403
  },
  {
    name: "a taken-down account",
    answer: error(401, "AccountTakedown"),
    code: "ACCOUNT_TAKEN_DOWN",
    says: "taken down",
    event: rejected("account-taken-down"),
    status: 403
  },
  {
    name: "an account that has moved",
    answer: error(401, "AccountDeactivated"),
    besides: (pds) => pds.moveTo("https://new.example"),
    code: "ACCOUNT_MOVED",
    says: "has moved",
    extensions: { reason: "reauthenticate" },
    event: rejected("session-ended"),
    status: 401
  },
  {
    name: "a value that it refuses",
    answer: error(400, "InvalidRequest", "Invalid record: text"),
    code: "PDS_REJECTED",
    says: "The PDS reports: Invalid record: text",
    event: rejected("invalid-record"),
    status: 400,
    uploadReason: "refused"
  },
  {
    name: "a missing blob",
    answer: error(400, "BlobNotFound", "Could not find blob: bafk"),
    code: "BLOB_NOT_FOUND",
    says: "does not have",
    event: rejected("blob-not-found"),
    status: 502
  },
  {
    name: "a required nonce",
    answer: (() => {
      let told = false;
      return ((request, response) => {
        if (told) return json(response, { error: "MethodNotImplemented" }, 501);
        told = true;
        request.resume();
        return json(response, { error: "use_dpop_nonce" }, 401, { "dpop-nonce": "n" });
      }) satisfies Listener;
    })(),
    code: "PDS_ERROR",
    says: "an internal error",
    event: unknown("server-error"),
    status: 503,
    uploadReason: "not-repeatable",
    uploadCode: "UPLOAD_AGAIN"
  }
];
