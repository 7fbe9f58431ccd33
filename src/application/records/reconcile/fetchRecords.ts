import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { type AtUri, recordAddress } from "../../../domain/atproto/AtUri.ts";
import type { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { streamName } from "../../../domain/event/StreamName.ts";
import { IdentityResolver } from "../../../domain/identity/IdentityResolver.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { ReadFailureReason, RepositoryFailure } from "../../../domain/record/RepositoryFailure.ts";
import type { WriteRequested } from "../../../domain/record/write/RecordWriteEvent.ts";
import { Repository } from "../../../domain/record/write/Repository.ts";
import { authorizations, sessions } from "../../event/aggregates.ts";
import { loadAggregate } from "../../event/loadAggregate.ts";

/** The records that a PDS reports at some addresses; those without a record are absent. */
export interface FoundRecords {
  /**
   * A commit that the repository had before it was read: the records found include every change up to it. Null when the
   * PDS does not report one.
   */
  readonly rev: string | null;
  readonly records: ReadonlyMap<AtUri, { readonly cid: Cid; readonly value: JsonObject }>;
}

/**
 * Whether a failed read reveals nothing about the repository. This differs from `mayHaveActed`: an invalid response
 * shows that something other than the account's repository is at the address, and the account's current PDS is queried
 * instead; a rate limit reveals nothing.
 */
const tellsNothing: Readonly<Record<ReadFailureReason, boolean>> = {
  unreachable: true,
  timeout: true,
  "server-error": true,
  "rate-limited": true,
  "not-xrpc": true,
  "address-refused": true,
  malformed: false,
  "too-large": false,
  redirected: false,
  refused: false,
  "account-deactivated": false,
  "account-taken-down": false
};

/** Whether a PDS did not respond, rather than report that it has no such repository. */
export const isNoResponse = ({ reason }: RepositoryFailure<ReadFailureReason>): boolean => tellsNothing[reason];

/** Fetches records from a PDS. It needs no credentials, so that it works after a session has ended. */
export const fetchRecords = Effect.fnUntraced(function* (pds: string, did: Did, uris: ReadonlyArray<AtUri>) {
  const repository = yield* Repository;
  const rev = yield* repository.latestRev(pds, did).pipe(
    Effect.asSome,
    Effect.catchIf(
      (failure) => !isNoResponse(failure),
      () => Effect.succeedNone
    )
  );
  const found = yield* Effect.forEach(
    uris,
    (uri) =>
      Effect.map(repository.get(pds, did, recordAddress(uri)), (record) => [uri, Option.getOrNull(record)] as const),
    { concurrency: 8 }
  );
  return {
    rev: Option.getOrNull(rev),
    records: new Map(found.flatMap(([uri, record]) => (record === null ? [] : [[uri, record] as const])))
  } satisfies FoundRecords;
});

/** Returns the PDS that the writes of an authorization go to; null when its session is unknown. */
const pdsOf = Effect.fnUntraced(function* (authorizationId: string) {
  const { state } = yield* loadAggregate(authorizations, streamName("authorization", authorizationId));
  const sessionId = "granted" in state ? state.granted.sessionId : null;
  if (sessionId === null) return null;
  const session = yield* loadAggregate(sessions, streamName("session", sessionId));
  return "established" in session.state ? session.state.established.pds : null;
});

const currentPds = (did: Did) =>
  Effect.flatMap(IdentityResolver, (resolver) =>
    Effect.map(Effect.option(resolver.findPds(did, "fresh")), Option.getOrNull)
  );

/**
 * Fetches the records that writes requested: from the PDS they were sent to, or from the account's current one if that
 * no longer has the repository.
 */
export const fetchRequestedRecords = Effect.fnUntraced(function* (requests: ReadonlyArray<WriteRequested>) {
  const [first] = requests;
  if (first === undefined) return { rev: null, records: new Map() } satisfies FoundRecords;
  const { authorizationId, did } = first;
  const uris = requests.map(({ uri }) => uri);
  const sentTo = (yield* pdsOf(authorizationId)) ?? "";
  return yield* fetchRecords(sentTo, did, uris).pipe(
    Effect.catchIf(
      (failure) => failure._tag === "RepositoryFailure" && !isNoResponse(failure),
      (failure) =>
        Effect.flatMap(currentPds(did), (pds) =>
          pds === null || pds === sentTo ? Effect.fail(failure) : fetchRecords(pds, did, uris)
        )
    )
  );
});
