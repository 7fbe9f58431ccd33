import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import { RepositoryFailure } from "../../../domain/record/RepositoryFailure.ts";
import type { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import { type BatchWrite, type PdsCredentials, Repository } from "../../../domain/record/write/Repository.ts";
import type { PreparedWrite, WriteRequest } from "./Write.ts";

/** The PDS response to a write: the CID of each record, null after a delete, and the commit. */
export interface WriteResponse {
  readonly pds: string;
  readonly cids: ReadonlyArray<Cid | null>;
  readonly rev: string | null;
}

const absent = new RepositoryFailure({ reason: "record-not-found", status: null, detail: null, retryAfter: null });

/** Returns the CID that an update must find, since `putRecord` would create a missing record. */
const current = Effect.fnUntraced(function* (credentials: PdsCredentials, { target }: PreparedWrite) {
  const repository = yield* Repository;
  const found = yield* repository.get(credentials.pds, credentials.did, target);
  return Option.isSome(found) ? found.value.cid : yield* absent;
});

const sendAlone = Effect.fnUntraced(function* (credentials: PdsCredentials, write: PreparedWrite) {
  const repository = yield* Repository;
  const { swapCid, target } = write;
  switch (write.action) {
    case "create":
      return yield* repository.create(credentials, target, write.value);
    case "update": {
      const swap = swapCid ?? (write.mayCreate ? null : yield* current(credentials, write));
      return yield* repository.put(credentials, target, write.value, swap);
    }
    case "delete":
      return { ...(yield* repository.remove(credentials, target, swapCid)), cid: null };
  }
});

const sendBatch = (credentials: PdsCredentials, writes: ReadonlyArray<BatchWrite>) =>
  Effect.flatMap(Repository, (repository) => repository.applyWrites(credentials, writes));

/** Returns the writes at their recorded addresses, which are those of the first attempt, if there was one. */
const atAddresses = (writes: WriteRequest["writes"], requests: ReadonlyArray<WriteRequested>) =>
  writes.map((write, at) => {
    const { collection, rkey } = recordAddress(requests[at]?.uri ?? write.uri);
    return { ...write, target: { collection, rkey } };
  });

/** Sends a write with the session of its user. */
export const sendWrite = Effect.fnUntraced(function* (
  { isBatch, writes }: WriteRequest,
  requests: ReadonlyArray<WriteRequested>,
  credentials: PdsCredentials
) {
  const addressed = atAddresses(writes, requests);
  const [write] = addressed;
  const { pds } = credentials;
  if (isBatch || write === undefined)
    return { pds, ...(yield* sendBatch(credentials, addressed)) } satisfies WriteResponse;
  const { cid, rev } = yield* sendAlone(credentials, write);
  return { pds, cids: [cid], rev } satisfies WriteResponse;
});
