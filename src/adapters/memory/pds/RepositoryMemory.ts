import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Ref from "effect/Ref";
import * as Stream from "effect/Stream";
import { atUri } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import { blobCid } from "../../../domain/record/blobCid.ts";
import type { JsonObject } from "../../../domain/record/Json.ts";
import {
  type PdsCredentials,
  type RecordTarget,
  Repository,
  RepositoryFailure,
  type WrittenRecord
} from "../../../domain/record/Repository.ts";
import { recordCid } from "../../../domain/record/recordCid.ts";
import { PdsMemory, type PdsState } from "./PdsMemory.ts";

const failure = (reason: RepositoryFailure["reason"], status: number | null = 400) =>
  new RepositoryFailure({ reason, status, detail: null, retryAfter: null });

const collected = (bytes: Stream.Stream<Uint8Array>) =>
  Stream.runFold(bytes, new Uint8Array(), (whole, next) => {
    const both = new Uint8Array(whole.length + next.length);
    both.set(whole);
    both.set(next, whole.length);
    return both;
  });

type Step<A> = readonly [Effect.Effect<A, RepositoryFailure>, PdsState];

/** The repositories of the in-memory server. */
export const layer = Layer.effect(
  Repository,
  Effect.map(PdsMemory, (pds) => {
    const change = <A>(credentials: PdsCredentials, step: (state: PdsState) => Step<A>) =>
      Effect.flatten(
        Ref.modify(pds.state, (state): Step<A> => {
          const did = state.accessTokens.get(Redacted.value(credentials.accessToken));
          return did === credentials.did ? step(state) : [Effect.fail(failure("token-expired", 401)), state];
        })
      );

    const write =
      (credentials: PdsCredentials, target: RecordTarget, value: JsonObject, swapCid: Cid | null) =>
      (state: PdsState): Step<WrittenRecord> => {
        const uri = atUri({ did: credentials.did, ...target });
        if (swapCid !== null && state.records.get(uri)?.cid !== swapCid) {
          return [Effect.fail(failure("swap-mismatch")), state];
        }
        return Either.match(recordCid(value), {
          onLeft: (): Step<WrittenRecord> => [Effect.fail(failure("invalid-record")), state],
          onRight: (cid): Step<WrittenRecord> => [
            Effect.succeed({ uri, cid, rev: null }),
            { ...state, writes: state.writes + 1, records: new Map(state.records).set(uri, { uri, cid, value }) }
          ]
        });
      };

    return Repository.of({
      create: (credentials, target, value) => change(credentials, write(credentials, target, value, null)),
      put: (credentials, target, value, swapCid) => change(credentials, write(credentials, target, value, swapCid)),
      remove: (credentials, target, swapCid) =>
        change(credentials, (state) => {
          const uri = atUri({ did: credentials.did, ...target });
          if (swapCid !== null && state.records.get(uri)?.cid !== swapCid) {
            return [Effect.fail(failure("swap-mismatch")), state];
          }
          const records = new Map(state.records);
          records.delete(uri);
          return [Effect.succeed({ rev: null }), { ...state, writes: state.writes + 1, records }];
        }),
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
