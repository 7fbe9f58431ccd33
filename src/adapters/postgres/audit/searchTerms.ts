import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { AuditFilter } from "../../../domain/audit/AuditFilter.ts";
import { erasedSubject } from "../../../domain/personal/erasedValue.ts";
import { recordOwner } from "../../../domain/personal/personalParts.ts";
import type { SubjectKeys } from "../personal/SubjectKeys.ts";
import type { SearchTerms } from "./auditConditions.ts";

type Keys = SubjectKeys["Type"];

/** Returns the pseudonym of a person, or null. */
const subjectOf = (keys: Keys, did: string) =>
  Effect.map(keys.find(did), (subject) => Option.getOrNull(subject)?.id ?? erasedSubject(did));

/** Returns the keyed hash of an AT URI, or null. */
const tagOf = Effect.fnUntraced(function* (keys: Keys, uri: string) {
  const owner = recordOwner(uri);
  const author = owner === null ? Option.none() : yield* keys.find(owner);
  return Option.match(author, { onNone: () => null, onSome: ({ key }) => keys.cipher.tag(key, uri) });
});

/** Returns what stands for the persons and the records of a filter in events whose personal values are encrypted. */
export const searchTerms = Effect.fnUntraced(function* (keys: Keys, { did, uri, words = [] }: AuditFilter) {
  return {
    subject: did === undefined ? null : yield* subjectOf(keys, did),
    uri: uri === undefined ? null : yield* tagOf(keys, uri),
    words: yield* Effect.forEach(words, (word) =>
      Effect.all({
        subjects: Effect.map(
          Effect.forEach(word.dids, (each) => subjectOf(keys, each)),
          (found) => found.filter((subject) => subject !== null)
        ),
        uri: word.uri === null ? Effect.succeed(null) : tagOf(keys, word.uri)
      })
    )
  } satisfies SearchTerms;
});
