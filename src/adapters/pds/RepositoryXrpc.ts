import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { atUri } from "../../domain/atproto/AtUri.ts";
import type { Cid } from "../../domain/atproto/Cid.ts";
import type { Did } from "../../domain/atproto/Did.ts";
import { OutboundHttp, type OutboundRequest, type OutboundResponse } from "../../domain/identity/OutboundHttp.ts";
import type { JsonObject } from "../../domain/record/Json.ts";
import {
  type PdsCredentials,
  type RecordTarget,
  Repository,
  type RepositoryFailure
} from "../../domain/record/Repository.ts";
import { NonceMemory } from "./NonceMemory.ts";
import { malformedAnswer, type Operation, refusal, withoutAnswer } from "./repositoryFailure.ts";
import { type ProvenWay, sendWithProof } from "./sendWithProof.ts";
import { Deleted, Found, Uploaded, Written } from "./XrpcAnswers.ts";

/** The largest record answer that is read: a record has at most 1 MiB as CBOR, and more as JSON. */
const maxRecordBytes = 2_000_000;
/** Milliseconds for a blob to arrive, which may be tens of megabytes. */
const uploadWithin = 120_000;

/** `Repository` over XRPC, each call with a proof of the session's key and the nonce last told by the PDS. */
export const layer: Layer.Layer<Repository, never, OutboundHttp> = Layer.effect(
  Repository,
  Effect.map(OutboundHttp, (http) => {
    const way = { http, nonces: new NonceMemory() };
    return Repository.of({
      create: Effect.fn("Repository.create")((credentials, target, value) =>
        write(way, credentials, target, "com.atproto.repo.createRecord", { record: value })
      ),
      put: Effect.fn("Repository.put")((credentials, target, value, swapCid) =>
        write(way, credentials, target, "com.atproto.repo.putRecord", { record: value, ...swap(swapCid) })
      ),
      remove: Effect.fn("Repository.remove")((credentials, target, swapCid) =>
        remove(way, credentials, target, swapCid)
      ),
      uploadBlob: Effect.fn("Repository.uploadBlob")((credentials, bytes, mimeType) =>
        uploadBlob(way, credentials, bytes, mimeType)
      ),
      get: Effect.fn("Repository.get")((pds, did, target) => get(http, pds, did, target))
    });
  })
);

const swap = (cid: Cid | null): JsonObject => (cid === null ? {} : { swapRecord: cid });

const xrpc = (pds: string, method: string): string => `${pds}/xrpc/${method}`;

const call = (
  way: ProvenWay,
  { accessToken, key }: PdsCredentials,
  operation: Operation,
  request: Omit<OutboundRequest, "method">
): Effect.Effect<OutboundResponse, RepositoryFailure> =>
  sendWithProof(
    way,
    key,
    accessToken,
    Effect.sync(() => ({
      ...request,
      method: "POST",
      headers: { ...request.headers, authorization: `DPoP ${Redacted.value(accessToken)}`, accept: "application/json" }
    }))
  ).pipe(Effect.mapError(withoutAnswer), Effect.flatMap(succeeded(operation)));

const succeeded =
  (operation: Operation) =>
  (response: OutboundResponse): Effect.Effect<OutboundResponse, RepositoryFailure> =>
    response.status === 200 ? Effect.succeed(response) : refusal(operation, response);

const decodeAnswer = <A>(schema: Schema.Schema<A, string>, response: OutboundResponse) =>
  Effect.mapError(Schema.decode(schema)(response.body), () => malformedAnswer(response));

const callRecord = (
  way: ProvenWay,
  credentials: PdsCredentials,
  { collection, rkey }: RecordTarget,
  method: string,
  input: JsonObject
) =>
  call(way, credentials, "write", {
    url: xrpc(credentials.pds, method),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repo: credentials.did, collection, rkey, ...input })
  });

const write = (way: ProvenWay, credentials: PdsCredentials, target: RecordTarget, method: string, input: JsonObject) =>
  Effect.gen(function* () {
    const response = yield* callRecord(way, credentials, target, method, input);
    const { cid, commit, uri } = yield* decodeAnswer(Written, response);
    if (uri !== atUri({ did: credentials.did, ...target })) return yield* malformedAnswer(response);
    return { uri, cid, rev: commit?.rev ?? null };
  });

const remove = (way: ProvenWay, credentials: PdsCredentials, target: RecordTarget, swapCid: Cid | null) =>
  Effect.gen(function* () {
    const response = yield* callRecord(way, credentials, target, "com.atproto.repo.deleteRecord", swap(swapCid));
    const { commit } = yield* decodeAnswer(Deleted, response);
    return { rev: commit?.rev ?? null };
  });

const uploadBlob = (way: ProvenWay, credentials: PdsCredentials, bytes: Uint8Array, mimeType: string) =>
  Effect.gen(function* () {
    const response = yield* call(way, credentials, "upload", {
      url: xrpc(credentials.pds, "com.atproto.repo.uploadBlob"),
      headers: { "content-type": mimeType },
      body: bytes,
      headersWithin: uploadWithin,
      completeWithin: uploadWithin
    });
    const { blob } = yield* decodeAnswer(Uploaded, response);
    return { ref: blob.ref.$link, mimeType: blob.mimeType, size: blob.size };
  });

const get = (http: OutboundHttp["Type"], pds: string, did: Did, target: RecordTarget) =>
  Effect.gen(function* () {
    const query = new URLSearchParams({ repo: did, collection: target.collection, rkey: target.rkey });
    const url = `${xrpc(pds, "com.atproto.repo.getRecord")}?${query}`;
    const response = yield* http
      .send({ method: "GET", url, headers: { accept: "application/json" }, maxBytes: maxRecordBytes })
      .pipe(Effect.mapError(withoutAnswer), Effect.flatMap(succeeded("read")));
    const { cid, uri, value } = yield* decodeAnswer(Found, response);
    if (uri !== atUri({ did, ...target })) return yield* malformedAnswer(response);
    return Option.some({ cid, value });
  }).pipe(
    Effect.catchIf(
      ({ reason }) => reason === "record-not-found",
      () => Effect.succeedNone
    )
  );
