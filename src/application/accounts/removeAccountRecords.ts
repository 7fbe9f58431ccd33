import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { Did } from "../../domain/atproto/Did.ts";
import { Atomically } from "../../domain/event/Atomically.ts";
import type { Actor } from "../../domain/event/Envelope.ts";
import { traced } from "../../domain/failure/traced.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { AccountRecordsRemoved } from "../../domain/sync/account/AccountEvent.ts";
import { appendEvents } from "../event/appendEvents.ts";
import { retryConflicts } from "../event/retryConflicts.ts";
import { loadAccount } from "../sync/account/accountStream.ts";

/** The typed confirmation is neither the handle nor the DID of the account. */
export class RemovalNotConfirmed extends Schema.TaggedError<RemovalNotConfirmed>()("RemovalNotConfirmed", {
  expected: Schema.String
}) {
  override get message(): string {
    return `confirmation must be ${this.expected}, the name of the account; nothing was removed.`;
  }
}

const remove = Effect.fnUntraced(function* (did: Did, actor: Actor) {
  const { stream, version } = yield* loadAccount(did);
  const records = yield* (yield* RecordIndex).removeAccount(did);
  yield* appendEvents(stream, version, [new AccountRecordsRemoved({ did, records })], { actor, subjectDid: did });
  return records;
});

/**
 * Removes what is indexed of an account, in one transaction with its event, and returns the number of records. The account
 * stays known: what it writes later is indexed, and everything once it is indexed again. Nothing changes at its PDS.
 */
export const removeAccountRecords = traced("removeAccountRecords")(function* (did: Did, actor: Actor) {
  const atomically = yield* Atomically;
  return yield* retryConflicts(atomically.run(remove(did, actor)));
});
