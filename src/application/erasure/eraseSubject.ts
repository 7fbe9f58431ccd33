import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import { versionOf } from "../../domain/event/compaction.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { streamName } from "../../domain/event/StreamName.ts";
import { traced } from "../../domain/failure/traced.ts";
import { ErasureLedger } from "../../domain/personal/ErasureLedger.ts";
import { SubjectErased } from "../../domain/personal/SubjectEvent.ts";
import { type Subject, Subjects } from "../../domain/personal/Subjects.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { endAuthorizationsOf } from "../authorizations/endAuthorizationsOf.ts";
import { appendEvents } from "../event/appendEvents.ts";

/** A request to erase a person. `note` is the reason as the operator stated it, or null. */
export interface Erasure {
  readonly did: Did;
  readonly note: string | null;
  readonly actor: Actor;
}

/** What an erasure removed: active authorizations that it ended, and records of the index. */
export interface Erased {
  readonly authorizations: number;
  readonly records: number;
}

/** Deletes the records, the key and the name of a person with the event, in one transaction. */
const eraseData = Effect.fnUntraced(function* (subject: Subject, { actor, did, note }: Erasure) {
  const records = yield* (yield* RecordIndex).erase(did);
  yield* (yield* Subjects).erase(subject);
  const stream = streamName("erasure", subject.id);
  // It has an event already if a backup brought back the key and not the log.
  const version = versionOf(yield* (yield* EventLog).load(stream));
  yield* appendEvents(stream, version, [new SubjectErased({ commitment: subject.commitment, records, note })], {
    actor: actor.id === did ? { type: actor.type, id: null } : actor
  }).pipe(Effect.catchTag("VersionConflict", Effect.die));
  return records;
});

/** Every running service adds it too, and each does so when it starts: an erasure does not fail because of its file. */
const noteInLedger = ({ commitment }: Subject) =>
  Effect.flatMap(ErasureLedger, (ledger) => ledger.add([commitment])).pipe(
    Effect.catchAll((problem) =>
      Effect.logWarning("The person is erased, and not in the list of erasures yet", problem)
    )
  );

/** The person whom events are about. An account whose records were indexed may be in no event yet. */
const subjectOf = Effect.fnUntraced(function* (did: Did) {
  const subjects = yield* Subjects;
  const found = yield* subjects.find(did);
  if (Option.isSome(found)) return found.value;
  yield* (yield* EventLog).pseudonym(did);
  return Option.getOrThrow(yield* subjects.find(did));
});

/**
 * Erases a person: ends the authorizations, and deletes what the index and the projections hold and the key of what is
 * personal in events. Until the person signs in anew or an admin asks for it, nothing of theirs is indexed again. An
 * interrupted call is completed by calling it again. The proofs of all events still hold.
 */
export const eraseSubject = traced("eraseSubject")(function* (erasure: Erasure) {
  const owner = { _tag: "OfAccount", did: erasure.did, clientId: null } as const;
  const authorizations = yield* endAuthorizationsOf(owner, "revoked-by-admin", erasure.actor);
  const subject = yield* subjectOf(erasure.did);
  const records = yield* (yield* Atomically).run(eraseData(subject, erasure));
  yield* noteInLedger(subject);
  return { authorizations, records } satisfies Erased;
});
