import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Ref from "effect/Ref";
import { atUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import { blobCid } from "../../../domain/record/blob/blobCid.ts";
import { RepositoryFailure, type RepositoryFailureReason } from "../../../domain/record/RepositoryFailure.ts";
import { recordCid } from "../../../domain/record/value/recordCid.ts";
import {
  type BatchWrite,
  type PdsCredentials,
  Repository,
  type WrittenRecord
} from "../../../domain/record/write/Repository.ts";
import { PdsMemory, type PdsState, revisionOf } from "./PdsMemory.ts";

const failure = <Reason extends RepositoryFailureReason>(reason: Reason, status: number | null = 400) =>
  new RepositoryFailure({ reason, status, detail: null, retryAfter: null });

const collected = (bytes: AsyncIterable<Uint8Array>) =>
  Effect.promise(async () => {
    const pieces: Array<number> = [];
    for await (const piece of bytes) for (const byte of piece) pieces.push(byte);
    return Uint8Array.from(pieces);
  });

/** Why a write to the in-memory server can fail. */
type Reason =
  | "token-expired"
  | "rate-limited"
  | "proof-refused"
  | "timeout"
  | "swap-mismatch"
  | "server-error"
  | "invalid-record";

type Step<A, E = RepositoryFailure<Reason>> = readonly [Effect.Effect<A, E>, PdsState];

/** The repositories of the in-memory server. */
export const layer = Layer.effect(
  Repository,
  Effect.map(PdsMemory, (pds) => {
    const change = <A, E>(credentials: PdsCredentials, step: (state: PdsState) => Step<A, E>) =>
      Effect.flatten(
        Ref.modify(pds.state, (state): Step<A, E | RepositoryFailure<"token-expired">> => {
          const did = state.accessTokens.get(Redacted.value(credentials.accessToken));
          return did === credentials.did ? step(state) : [Effect.fail(failure("token-expired", 401)), state];
        })
      );

    /** Makes a commit, unless it is invalid or a failure was requested. */
    const commit = <A>(credentials: PdsCredentials, step: (state: PdsState) => Step<A>) =>
      change(credentials, (state): Step<A> => {
        const [fault, ...faults] = state.faults;
        if (fault === "rate-limited") return [Effect.fail(failure("rate-limited", 429)), { ...state, faults }];
        if (fault === "proof-refused") return [Effect.fail(failure("proof-refused", 401)), { ...state, faults }];
        if (fault === "request-lost") return [Effect.fail(failure("timeout", null)), { ...state, faults }];
        const [answer, next] = step(state);
        return [fault === undefined ? answer : Effect.fail(failure("timeout", null)), { ...next, faults }];
      });

    return Repository.of({
      create: (credentials, target, value) =>
        commit(credentials, written(credentials.did, { action: "create", target, value })),
      put: (credentials, target, value, swapCid) =>
        commit(credentials, (state) => {
          const there = state.records.get(atUri({ did: credentials.did, ...target }));
          const action = there === undefined ? "create" : "update";
          return swapping(swapCid, there?.cid, state, written(credentials.did, { action, target, value }));
        }),
      remove: (credentials, target, swapCid) =>
        commit<{ readonly rev: string | null }>(credentials, (state) => {
          const there = state.records.get(atUri({ did: credentials.did, ...target }));
          if (there === undefined) return [Effect.succeed({ rev: null }), state];
          return swapping(swapCid, there.cid, state, (from) => {
            const next = Either.getOrThrow(apply(credentials.did, from, { action: "delete", target }));
            return [Effect.succeed({ rev: revisionOf(from.writes + 1) }), committed(next)];
          });
        }),
      applyWrites: (credentials, writes) =>
        commit(credentials, (state) => {
          const { did } = credentials;
          const start: Either.Either<PdsState, RepositoryFailure<Reason>> = Either.right(state);
          const applied = writes.reduce(
            (before, write) => Either.flatMap(before, (now) => apply(did, now, write)),
            start
          );
          if (Either.isLeft(applied)) return [Effect.fail(applied.left), state];
          const cids = writes.map(({ target }) => applied.right.records.get(atUri({ did, ...target }))?.cid ?? null);
          return [Effect.succeed({ cids, rev: revisionOf(state.writes + 1) }), committed(applied.right)];
        }),
      latestRev: () => Effect.map(Ref.get(pds.state), ({ writes }) => revisionOf(writes)),
      uploadBlob: (credentials, { bytes, mimeType }) =>
        Effect.zipRight(
          change(credentials, (state) => [Effect.void, state]),
          Effect.flatMap(collected(bytes), (whole) =>
            change(credentials, (state) => [
              Effect.succeed({ ref: blobCid(whole), mimeType, size: whole.length }),
              { ...state, writes: state.writes + 1 }
            ])
          )
        ),
      get: (_pds, did, target) =>
        Effect.map(Ref.get(pds.state), ({ records }) =>
          Option.map(Option.fromNullable(records.get(atUri({ did, ...target }))), ({ cid, value }) => ({ cid, value }))
        )
    });
  })
);

const committed = (state: PdsState): PdsState => ({ ...state, writes: state.writes + 1 });

/** Fails as a server does when a commit is invalid. */
const impossible = Either.left(failure("server-error", 500));

/** Returns the records after one write. */
const apply = (did: Did, state: PdsState, write: BatchWrite): Either.Either<PdsState, RepositoryFailure<Reason>> => {
  const uri = atUri({ did, ...write.target });
  if (state.records.has(uri) === (write.action === "create")) return impossible;
  const records = new Map(state.records);
  if (write.action === "delete") {
    records.delete(uri);
    return Either.right({ ...state, records });
  }
  const { value } = write;
  return Either.mapBoth(recordCid(value), {
    onLeft: () => failure("invalid-record"),
    onRight: (cid) => ({ ...state, records: records.set(uri, { uri, cid, value }) })
  });
};

const written =
  (did: Did, write: Extract<BatchWrite, { readonly value: JsonObject }>) =>
  (state: PdsState): Step<WrittenRecord> => {
    const uri = atUri({ did, ...write.target });
    return Either.match(apply(did, state, write), {
      onLeft: (problem): Step<WrittenRecord> => [Effect.fail(problem), state],
      onRight: (next): Step<WrittenRecord> => {
        const cid = next.records.get(uri)?.cid;
        if (cid === undefined) return [Effect.fail(failure("server-error", 500)), state];
        const isSame = state.records.get(uri)?.cid === cid;
        return isSame
          ? [Effect.succeed({ uri, cid, rev: null }), state]
          : [Effect.succeed({ uri, cid, rev: revisionOf(state.writes + 1) }), committed(next)];
      }
    });
  };

const swapping = <A>(
  swapCid: Cid | null,
  there: Cid | undefined,
  state: PdsState,
  step: (state: PdsState) => Step<A>
): Step<A> => (swapCid === null || swapCid === there ? step(state) : [Effect.fail(failure("swap-mismatch")), state]);
