import * as Either from "effect/Either";
import { recordCid } from "../../../src/domain/record/value/recordCid.ts";
import type { PdsProxy, SeenRequest, WireFault } from "../PdsProxy.ts";

const challenged = {
  _tag: "Answer",
  status: 401,
  headers: { "content-type": "application/json", "www-authenticate": 'DPoP error="invalid_token"' },
  body: JSON.stringify({ error: "invalid_token", message: "exp claim timestamp check failed" })
} as const;

const isRefresh = ({ body, path }: SeenRequest): boolean =>
  path === "/oauth/token" && new URLSearchParams(body).get("grant_type") === "refresh_token";

/** What a PDS said to refreshes, as it said it, whatever became of that on the wire. */
export interface RefreshCounts {
  granted: number;
  invalidGrants: number;
}

const pass = { _tag: "Pass" } as const;

interface ExpiringWireOptions {
  /** What becomes of a refresh; it passes unless said. */
  readonly refreshFault?: () => WireFault;
  /** Answers new records in the place of the PDS, which then has only refreshes to do. */
  readonly answersWrites?: boolean;
}

/** What a PDS answers to a new record. */
const written = (text: string): WireFault => {
  const { collection, record, repo, rkey } = JSON.parse(text);
  const cid = Either.getOrThrow(recordCid(record));
  const body = JSON.stringify({
    uri: `at://${repo}/${collection}/${rkey}`,
    cid,
    commit: { cid, rev: "3kdgeujwlq32y" }
  });
  return { _tag: "Answer", status: 200, headers: { "content-type": "application/json" }, body };
};

/**
 * The wire to a PDS on which access tokens expire on command: the one that was used last is answered as the PDS would
 * answer it after its time. Everything else is what a test wants of it.
 */
export class ExpiringWire {
  readonly counts: RefreshCounts = { granted: 0, invalidGrants: 0 };
  readonly #used = new Set<string>();
  readonly #expired = new Set<string>();
  answersWrites: boolean;

  constructor(proxy: PdsProxy, { answersWrites = false, refreshFault = () => pass }: ExpiringWireOptions = {}) {
    this.answersWrites = answersWrites;
    proxy.wire = {
      fault: (request) => (isRefresh(request) ? refreshFault() : this.#call(request)),
      heard: (request, status, body) => {
        if (!isRefresh(request)) return;
        if (status === 200) this.counts.granted += 1;
        if (body.includes('"invalid_grant"')) this.counts.invalidGrants += 1;
      }
    };
  }

  /** Every access token that was used so far is over. */
  expire(): void {
    for (const token of this.#used) this.#expired.add(token);
    this.#used.clear();
  }

  #call({ body, headers: { authorization }, path }: SeenRequest): WireFault {
    if (authorization === undefined) return pass;
    if (this.#expired.has(authorization)) return challenged;
    this.#used.add(authorization);
    return this.answersWrites && path === "/xrpc/com.atproto.repo.createRecord" ? written(body) : pass;
  }
}
