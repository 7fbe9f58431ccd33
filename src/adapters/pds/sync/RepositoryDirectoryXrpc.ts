import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { OutboundHttp, type OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import {
  DirectoryUnavailable,
  type Listing,
  RepositoryDirectory
} from "../../../domain/sync/backfill/RepositoryDirectory.ts";
import { xrpc } from "../repository/xrpcCall.ts";
import { retryAfter } from "../retryAfter.ts";

interface RepositoryDirectoryOptions {
  /** The address of a relay or a PDS (ws, wss, http or https) without a path; null for none. */
  readonly relayUrl: string | null;
}

/** The number of repositories per page, and the maximum size of a page in bytes. */
const pageSize = 1_000;
const maxPageBytes = 2_000_000;
const maxCursorLength = 2_000;
/** In milliseconds. A relay may need time to assemble a page. */
const timeouts = { headersWithin: 30_000, completeWithin: 60_000 };

/** The origin over HTTP of a WebSocket address. */
const originOf = (relayUrl: string): string => relayUrl.replace(/^ws/, "http").replace(/\/$/, "");

const queryOf = (listing: Listing, cursor: string | null): string => {
  const query = new URLSearchParams({ limit: String(pageSize) });
  if (listing.kind === "collection") query.set("collection", listing.collection);
  if (cursor !== null) query.set("cursor", cursor);
  return query.toString();
};

const methods = {
  all: "com.atproto.sync.listRepos",
  collection: "com.atproto.sync.listReposByCollection"
} as const;

const Page = Schema.parseJson(
  Schema.Struct({
    cursor: Schema.optional(Schema.String.pipe(Schema.maxLength(maxCursorLength))),
    repos: Schema.Array(Schema.Struct({ did: Schema.String, active: Schema.optional(Schema.Boolean) }))
  })
);
const decodePage = Schema.decode(Page);
const asDid = Schema.decodeOption(Did);

const unavailable = (reason: DirectoryUnavailable["reason"], after: number | null = null) =>
  new DirectoryUnavailable({ reason, retryAfter: after });

const refusal = ({ headers, status }: OutboundResponse) =>
  Effect.flatMap(Clock.currentTimeMillis, (now) => {
    const reason = status === 429 ? "rate-limited" : status >= 500 ? "server-error" : "refused";
    return unavailable(reason, retryAfter(headers, now));
  });

/** What is no DID is left out. An empty cursor ends the list, as some hosts send it. */
const readPage = (body: string) =>
  Effect.mapBoth(decodePage(body), {
    onFailure: () => unavailable("malformed"),
    onSuccess: ({ cursor, repos }) => ({
      dids: repos.flatMap(({ active, did }) => (active === false ? [] : Option.toArray(asDid(did)))),
      cursor: cursor === undefined || cursor === "" ? null : cursor
    })
  });

const list = Effect.fnUntraced(function* (
  http: OutboundHttp["Type"],
  origin: string | null,
  listing: Listing,
  cursor: string | null
) {
  if (origin === null) return yield* unavailable("not-configured");
  const url = `${xrpc(origin, methods[listing.kind])}?${queryOf(listing, cursor)}`;
  const response = yield* Effect.mapError(
    http.send({
      method: "GET",
      url,
      headers: { accept: "application/json" },
      maxBytes: maxPageBytes,
      ...timeouts
    }),
    ({ reason }) => unavailable(reason === "malformed" || reason === "too-large" ? "malformed" : "unreachable")
  );
  if (response.status !== 200) return yield* refusal(response);
  return yield* readPage(response.body);
});

/** Implements `RepositoryDirectory` over XRPC, without credentials. */
export const layer = ({
  relayUrl
}: RepositoryDirectoryOptions): Layer.Layer<RepositoryDirectory, never, OutboundHttp> =>
  Layer.effect(
    RepositoryDirectory,
    Effect.map(OutboundHttp, (http) => {
      const origin = relayUrl === null ? null : originOf(relayUrl);
      return RepositoryDirectory.of({
        origin,
        list: traced("RepositoryDirectory.list")((listing, cursor) => list(http, origin, listing, cursor))
      });
    })
  );
