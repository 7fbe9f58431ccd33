import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import type { IdentityResolver } from "../../domain/identity/IdentityResolver.ts";
import { isJson, type OutboundHttp, type OutboundResponse } from "../../domain/outbound/OutboundHttp.ts";
import { type Anchor, AnchorFailed } from "../../domain/transparency/publishing/Anchors.ts";
import { anchoredIn } from "../../domain/transparency/publishing/anchorLines.ts";
import type { SealedCheckpoint } from "../../domain/transparency/SealedTree.ts";

/** The collection of the records (docs/lexicons/dev.tidemark.log.checkpoint.json). */
export const checkpointCollection = "dev.tidemark.log.checkpoint";

/** What the anchor sends requests with. */
interface Ports {
  readonly http: OutboundHttp["Type"];
  readonly identities: IdentityResolver["Type"];
}

const Session = Schema.parseJson(Schema.Struct({ accessJwt: Schema.String, did: Schema.String }));
const Listed = Schema.parseJson(
  Schema.Struct({ records: Schema.Array(Schema.Struct({ value: Schema.Struct({ checkpoint: Schema.String }) })) })
);

const away = (reason: AnchorFailed["reason"]) => new AnchorFailed({ state: "away", reason });
const unexpected = away("unexpected-response");

/** The key of the record of a checkpoint: its size in 16 digits, so that the order of keys is that of sizes. */
const recordKey = (size: number): string => String(size).padStart(16, "0");

const decoded = <A>(schema: Schema.Schema<A, string>, response: OutboundResponse): Effect.Effect<A, AnchorFailed> =>
  response.status === 200 && isJson(response)
    ? Either.mapLeft(Schema.decodeUnknownEither(schema)(response.body), () => unexpected)
    : Effect.fail(unexpected);

const send = ({ http }: Ports, url: string, body: unknown, token: string | null) =>
  http
    .send({
      method: body === null ? "GET" : "POST",
      url,
      headers: {
        accept: "application/json",
        ...(body !== null && { "content-type": "application/json" }),
        ...(token !== null && { authorization: `Bearer ${token}` })
      },
      ...(body !== null && { body: JSON.stringify(body) })
    })
    .pipe(Effect.mapError(({ reason }) => away(reason)));

const pdsOf = ({ identities }: Ports, did: Did) =>
  Effect.mapError(identities.findPds(did, "remembered"), () => away("unreachable"));

const readLatest = Effect.fnUntraced(function* (ports: Ports, did: Did) {
  const query = `repo=${encodeURIComponent(did)}&collection=${checkpointCollection}&limit=1`;
  const url = `${yield* pdsOf(ports, did)}/xrpc/com.atproto.repo.listRecords?${query}`;
  const { records } = yield* decoded(Listed, yield* send(ports, url, null, null));
  const [record] = records;
  if (record === undefined) return Option.none();
  const anchored = anchoredIn(record.value.checkpoint);
  return anchored === null
    ? yield* new AnchorFailed({ state: "refused", reason: "other-content" })
    : Option.some(anchored);
});

/** Signs in with the app password. Each publication signs in anew: it is rare, and no token has to be kept. */
const signIn = Effect.fnUntraced(function* (ports: Ports, pds: string, did: Did, password: Redacted.Redacted) {
  const credentials = { identifier: did, password: Redacted.value(password) };
  const response = yield* send(ports, `${pds}/xrpc/com.atproto.server.createSession`, credentials, null);
  if (response.status === 401 || response.status === 400) {
    return yield* new AnchorFailed({ state: "refused", reason: "not-signed-in" });
  }
  const session = yield* decoded(Session, response);
  if (session.did !== did) return yield* new AnchorFailed({ state: "refused", reason: "not-signed-in" });
  return session.accessJwt;
});

const recordOf = ({ note, origin, sealedAt, size }: SealedCheckpoint) => ({
  $type: checkpointCollection,
  origin,
  size,
  checkpoint: note,
  createdAt: sealedAt
});

/** A record that exists has the same content: `latest` was compared with the log before. */
const add = Effect.fnUntraced(function* (
  ports: Ports,
  did: Did,
  password: Redacted.Redacted,
  checkpoints: ReadonlyArray<SealedCheckpoint>
) {
  const pds = yield* pdsOf(ports, did);
  const token = yield* signIn(ports, pds, did, password);
  for (const checkpoint of checkpoints) {
    const body = {
      repo: did,
      collection: checkpointCollection,
      rkey: recordKey(checkpoint.size),
      record: recordOf(checkpoint),
      validate: false
    };
    const response = yield* send(ports, `${pds}/xrpc/com.atproto.repo.putRecord`, body, token);
    if (response.status !== 200) return yield* unexpected;
  }
});

/**
 * An anchor in the repository of an account of the service's own: a record for the latest checkpoint, at most one a minute.
 * Relays and other followers of the network keep signed copies of the repository.
 */
export const repositoryAnchor = (ports: Ports, address: string, did: Did, password: Redacted.Redacted): Anchor => ({
  target: address,
  takes: "latest",
  pause: 60_000,
  latest: readLatest(ports, did),
  add: (checkpoints) => add(ports, did, password, checkpoints)
});
