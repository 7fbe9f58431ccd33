import * as Effect from "effect/Effect";
import type { AtUri } from "../../../domain/atproto/AtUri.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import type { LabelSubject } from "../../../domain/label/LabelSubject.ts";
import { Takedowns } from "../../../domain/label/Takedowns.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";

/** Why queries do not show a record: the status of its account, or a label on the account or on the record. */
export type HiddenBy = AccountStatus | "account-label" | "record-label";

interface Addressed {
  readonly did: Did;
  readonly uri: AtUri;
}

const subjectsOf = ({ did, uri }: Addressed): ReadonlyArray<LabelSubject> => [
  { _tag: "AccountSubject", did },
  { _tag: "RecordSubject", did, uri }
];

/** Returns why records are hidden, by URI. A visible record is left out. */
export const hiddenReasons = Effect.fnUntraced(function* (records: ReadonlyArray<Addressed>) {
  const hidden = yield* (yield* KnownActors).hidden([...new Set(records.map(({ did }) => did))]);
  const takenDown = yield* (yield* Takedowns).find(records.flatMap(subjectsOf));
  const reasonOf = ({ did, uri }: Addressed): HiddenBy | null => {
    if (takenDown.has(uri)) return "record-label";
    if (takenDown.has(did)) return "account-label";
    return hidden.get(did) ?? null;
  };
  return new Map(
    records.flatMap((record) => {
      const reason = reasonOf(record);
      return reason === null ? [] : [[record.uri, reason] as const];
    })
  );
});

/** Returns why a record is hidden as a sentence. */
export const hiddenSentence = (by: HiddenBy): string => {
  switch (by) {
    case "record-label":
      return "A label on the record hides it from everybody but its author.";
    case "account-label":
      return "A label on the account hides its records from everybody but the account.";
    case "takendown":
      return "The account was taken down by its host, so its records are hidden.";
    default:
      return `The account is not active (${by}), so its records are hidden.`;
  }
};
