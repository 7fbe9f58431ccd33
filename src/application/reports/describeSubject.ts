import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { Did } from "../../domain/atproto/Did.ts";
import type { Handle } from "../../domain/atproto/Handle.ts";
import { traced } from "../../domain/failure/traced.ts";
import type { LabelSubject } from "../../domain/label/LabelSubject.ts";
import { Takedowns } from "../../domain/label/Takedowns.ts";
import { isErasedDid } from "../../domain/personal/erasedValue.ts";
import type { IndexedRecord } from "../../domain/record/index/IndexedRecord.ts";
import { KnownActors } from "../../domain/record/index/KnownActors.ts";
import { RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import type { ReportSubject } from "../../domain/report/ReportEvent.ts";
import { readSubject, subjectDid } from "../../domain/report/subjectUri.ts";
import type { AccountStatus } from "../../domain/sync/account/AccountStatus.ts";

/** Whether queries show a subject: the record or account is there, it is hidden, it is gone, or nothing is known of it. */
export type SubjectState =
  | { readonly _tag: "Present" }
  | { readonly _tag: "Hidden"; readonly by: AccountStatus | "label" }
  | { readonly _tag: "Gone"; readonly how: "erased" | "account-deleted" | "record-absent" }
  | { readonly _tag: "Unknown" };

/** The subject of a report as it is now. */
export interface DescribedSubject {
  readonly uri: string;
  readonly did: Did;
  readonly handle: Handle | null;
  readonly state: SubjectState;
  /** The record, also while it is hidden; null for an account, and for a record that is gone. */
  readonly record: IndexedRecord | null;
}

const accountState = (did: Did, status: AccountStatus | undefined, isKnown: boolean): SubjectState => {
  if (isErasedDid(did)) return { _tag: "Gone", how: "erased" };
  if (status === "deleted") return { _tag: "Gone", how: "account-deleted" };
  if (status !== undefined) return { _tag: "Hidden", by: status };
  return isKnown ? { _tag: "Present" } : { _tag: "Unknown" };
};

const stateOf = (ofAccount: SubjectState, isAbsent: boolean, isTakenDown: boolean): SubjectState => {
  if (ofAccount._tag === "Gone") return ofAccount;
  if (isAbsent) return { _tag: "Gone", how: "record-absent" };
  return isTakenDown ? { _tag: "Hidden", by: "label" } : ofAccount;
};

/** What a label that hides the subject can be on: the subject itself, or its account. */
const labelSubjects = (subject: ReportSubject): ReadonlyArray<LabelSubject> => {
  const account: LabelSubject = { _tag: "AccountSubject", did: subjectDid(subject) };
  return subject.kind === "account"
    ? [account]
    : [account, { _tag: "RecordSubject", did: account.did, uri: subject.uri }];
};

const recordOf = (subject: ReportSubject) =>
  subject.kind === "account"
    ? Effect.succeed(null)
    : Effect.flatMap(RecordIndex, (index) => Effect.map(index.find(subject.uri), Option.getOrNull));

/** Returns the subjects of reports by their texts, as they are now: several statements for all of them, and one a record. */
export const describeSubjects = traced("describeSubjects")(function* (uris: ReadonlyArray<string>) {
  const subjects = [...new Set(uris)].flatMap((uri) =>
    Option.toArray(Option.map(readSubject(uri), (subject) => ({ uri, subject, did: subjectDid(subject) })))
  );
  const dids = [...new Set(subjects.map(({ did }) => did))];
  const actors = yield* KnownActors;
  const handles = yield* actors.handles(dids);
  const hidden = yield* actors.hidden(dids);
  const known = yield* actors.known(dids);
  const takenDown = yield* (yield* Takedowns).find(subjects.flatMap(({ subject }) => labelSubjects(subject)));
  const described = yield* Effect.forEach(
    subjects,
    ({ did, subject, uri }) =>
      Effect.map(recordOf(subject), (record): DescribedSubject => {
        const ofAccount = accountState(did, hidden.get(did), known.has(did) || record !== null);
        const isAbsent = subject.kind === "record" && record === null;
        const isTakenDown = takenDown.has(uri) || takenDown.has(did);
        const state = stateOf(ofAccount, isAbsent, isTakenDown);
        return { uri, did, handle: handles.get(did) ?? null, state, record };
      }),
    { concurrency: 4 }
  );
  return new Map(described.map((one) => [one.uri, one]));
});
