import type { AccountStatus } from "../../../domain/sync/account/AccountStatus.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import { backfillSentences } from "../../audit/failureSentences.ts";
import { deadLetterText } from "../deadLetters/deadLetterText.ts";
import type { Explanation } from "./Explanation.ts";

/** The answers to "Why is this record missing?", as codes. */
export const explanationCodes = [
  "indexed",
  "invalid",
  "deleted",
  "hidden-account",
  "author-not-known",
  "collection-not-in-use",
  "not-at-the-pds",
  "never-seen",
  "desynchronised"
] as const;
export type ExplanationCode = (typeof explanationCodes)[number];

/** An explanation in words: what is the case, and what to do; `remedy` is null if there is nothing to do. */
export interface ExplanationText {
  readonly code: ExplanationCode;
  readonly sentence: string;
  readonly remedy: string | null;
}

const statusWords: Readonly<Record<AccountStatus, string>> = {
  takendown: "its host has taken it down",
  suspended: "its host has suspended it",
  deleted: "it was deleted",
  deactivated: "it is deactivated",
  desynchronized: "its host is not synchronized with it",
  throttled: "its host throttles it",
  unknown: "its host says that it is not active"
};

/** Describes an explanation. */
export const explanationText = (explanation: Explanation): ExplanationText => {
  switch (explanation._tag) {
    case "Indexed":
      return {
        code: "indexed",
        sentence: `The record is indexed since ${isoTime(explanation.indexedAt)}.`,
        remedy: null
      };
    case "Invalid":
      return {
        code: "invalid",
        sentence: deadLetterText(explanation),
        remedy:
          "It is a dead letter. Correct the record at its PDS, or import a Lexicon that allows it; the record is then tried again."
      };
    case "Deleted":
      return {
        code: "deleted",
        sentence: `The record was deleted in the commit ${explanation.rev}, which was indexed at ${isoTime(explanation.removedAt)}.`,
        remedy: null
      };
    case "HiddenAccount":
      return {
        code: "hidden-account",
        sentence: `The records of the account are hidden, because ${statusWords[explanation.status]}.`,
        remedy: "They are shown again when the account is active at its PDS."
      };
    case "AuthorNotKnown":
      return {
        code: "author-not-known",
        sentence: "The collection is closed, and the author is not known here.",
        remedy:
          "Run tidemark sync backfill with the author's DID, or add the collection to SYNC_AUTHORITIES. The records of authors who sign in are indexed too."
      };
    case "CollectionNotInUse":
      return {
        code: "collection-not-in-use",
        sentence: "No Lexicon that is in use defines the collection as a record.",
        remedy: "Import the Lexicon of the collection, then run tidemark sync backfill --collection with its NSID."
      };
    case "Desynchronized":
      return {
        code: "desynchronised",
        sentence: `Commits of the repository are missing since ${isoTime(explanation.since)}, so it is fetched from its PDS.`,
        remedy: "Wait until it is fetched. The audit log of the account says why commits are missing."
      };
    case "NotAtPds":
      return {
        code: "not-at-the-pds",
        sentence: `The repository at ${explanation.pds} has no such record at the revision ${explanation.rev}.`,
        remedy: "Check the record key, and whether the author has deleted the record."
      };
    case "FetchedNow":
      return {
        code: "never-seen",
        sentence: `The record had not arrived. It was fetched from ${explanation.pds}, verified and indexed.`,
        remedy: "If more records of the author are missing, run tidemark sync backfill with the author's DID."
      };
    case "NotRead":
      return {
        code: "never-seen",
        sentence: `The record has not arrived, and it could not be fetched. ${backfillSentences[explanation.reason]}`,
        remedy: "Try again later."
      };
  }
};
