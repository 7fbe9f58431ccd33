import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { atUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { traced } from "../../../domain/failure/traced.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { OutboundHttp, type OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import { type PdsCredentials, type RecordTarget, Repository } from "../../../domain/record/write/Repository.ts";
import type { ServerNonces } from "../../../domain/session/ServerNonces.ts";
import { sharedNonces } from "../dpop/SharedNonces.ts";
import type { DpopTransport } from "../dpop/sendWithProof.ts";
import { responseError } from "../responseErrors.ts";
import { applyWrites } from "./applyWrites.ts";
import { malformedResponse, reading, repositoryFailureFrom } from "./repositoryFailure.ts";
import { uploadBlob } from "./uploadBlob.ts";
import { Deleted, Found, LatestCommit, Written } from "./XrpcResponses.ts";
import { callWrite, decodeResponse, succeeded, xrpc } from "./xrpcCall.ts";

/** The maximum size of a record response: a record has up to 1 MiB as CBOR, and more as JSON. */
const maxRecordBytes = 2_000_000;

/** Implements `Repository` over XRPC. Each call has a proof of the session key and the latest nonce of the PDS. */
export const layer: Layer.Layer<Repository, never, OutboundHttp | ServerNonces> = Layer.effect(
  Repository,
  Effect.gen(function* () {
    const http = yield* OutboundHttp;
    const transport = { http, nonces: yield* sharedNonces("resource-server") };
    return Repository.of({
      create: traced("Repository.create")((credentials, target, value) =>
        write(transport, credentials, target, "com.atproto.repo.createRecord", { record: value })
      ),
      put: traced("Repository.put")((credentials, target, value, swapCid) =>
        write(transport, credentials, target, "com.atproto.repo.putRecord", { record: value, ...swap(swapCid) })
      ),
      remove: traced("Repository.remove")((credentials, target, swapCid) =>
        remove(transport, credentials, target, swapCid)
      ),
      applyWrites: traced("Repository.applyWrites")((credentials, writes) =>
        applyWrites(transport, credentials, writes)
      ),
      latestRev: traced("Repository.latestRev")((pds, did) => latestRev(http, pds, did)),
      uploadBlob: traced("Repository.uploadBlob")((credentials, content) =>
        uploadBlob(transport, credentials, content)
      ),
      get: traced("Repository.get")((pds, did, target) => get(http, pds, did, target))
    });
  })
);

const swap = (cid: Cid | null): JsonObject => (cid === null ? {} : { swapRecord: cid });

const callRecord = (
  transport: DpopTransport,
  credentials: PdsCredentials,
  { collection, rkey }: RecordTarget,
  method: string,
  input: JsonObject
) =>
  callWrite(transport, credentials, {
    url: xrpc(credentials.pds, method),
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ repo: credentials.did, collection, rkey, ...input })
  });

const write = Effect.fnUntraced(function* (
  transport: DpopTransport,
  credentials: PdsCredentials,
  target: RecordTarget,
  method: string,
  input: JsonObject
) {
  const response = yield* callRecord(transport, credentials, target, method, input);
  const { cid, commit, uri } = yield* decodeResponse(Written, response);
  if (uri !== atUri({ did: credentials.did, ...target })) return yield* malformedResponse(response);
  return { uri, cid, rev: commit?.rev ?? null };
});

const remove = Effect.fnUntraced(function* (
  transport: DpopTransport,
  credentials: PdsCredentials,
  target: RecordTarget,
  swapCid: Cid | null
) {
  const response = yield* callRecord(transport, credentials, target, "com.atproto.repo.deleteRecord", swap(swapCid));
  const { commit } = yield* decodeResponse(Deleted, response);
  return { rev: commit?.rev ?? null };
});

/** Whether a PDS reports that a record does not exist, as opposed to an error. */
const isAbsent = (response: OutboundResponse): boolean =>
  response.status >= 400 &&
  response.status < 500 &&
  response.status !== 429 &&
  responseError(response).error === "RecordNotFound";

const get = Effect.fnUntraced(function* (http: OutboundHttp["Type"], pds: string, did: Did, target: RecordTarget) {
  const query = new URLSearchParams({ repo: did, collection: target.collection, rkey: target.rkey });
  const url = `${xrpc(pds, "com.atproto.repo.getRecord")}?${query}`;
  const response = yield* http
    .send({ method: "GET", url, headers: { accept: "application/json" }, maxBytes: maxRecordBytes })
    .pipe(Effect.mapError(repositoryFailureFrom));
  if (isAbsent(response)) return Option.none();
  const { cid, uri, value } = yield* decodeResponse(Found, yield* succeeded(reading)(response));
  if (uri !== atUri({ did, ...target })) return yield* malformedResponse(response);
  return Option.some({ cid, value });
});

const latestRev = Effect.fnUntraced(function* (http: OutboundHttp["Type"], pds: string, did: Did) {
  const url = `${xrpc(pds, "com.atproto.sync.getLatestCommit")}?${new URLSearchParams({ did })}`;
  const response = yield* http
    .send({ method: "GET", url, headers: { accept: "application/json" } })
    .pipe(Effect.mapError(repositoryFailureFrom), Effect.flatMap(succeeded(reading)));
  return (yield* decodeResponse(LatestCommit, response)).rev;
});
