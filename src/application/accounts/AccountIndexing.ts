import type { AccountStatus } from "../../domain/sync/account/AccountStatus.ts";
import type { BackfillFailureReason } from "../../domain/sync/backfill/BackfillFailure.ts";
import type { DueReason } from "../../domain/sync/backfill/DueRepositories.ts";
import { isoTime } from "../../domain/time/isoTime.ts";
import { backfillSentences } from "../audit/failureSentences.ts";

/** What the last complete reading of a repository stored in the index. `at` is in Unix milliseconds. */
export interface LastIndexing {
  readonly at: number;
  readonly pds: string;
  readonly rev: string;
  readonly stored: number;
  readonly removed: number;
  readonly skipped: number;
}

/** The codes of `AccountIndexing`. */
export const indexingCodes = [
  "indexed",
  "indexing",
  "waiting",
  "failed",
  "removed",
  "erased",
  "hidden",
  "desynchronised",
  "never-indexed"
] as const;
export type IndexingCode = (typeof indexingCodes)[number];

/** Whether the records of an account are in the index, or why they are not. Times are in Unix milliseconds. */
export type AccountIndexing =
  | { readonly code: "indexed" | "indexing" | "never-indexed" }
  | { readonly code: "waiting"; readonly reason: DueReason; readonly dueAt: number; readonly failures: number }
  | { readonly code: "failed"; readonly reason: BackfillFailureReason; readonly at: number; readonly tries: number }
  | { readonly code: "removed"; readonly at: number; readonly records: number }
  | { readonly code: "erased"; readonly at: number }
  | { readonly code: "hidden"; readonly status: AccountStatus }
  | { readonly code: "desynchronised"; readonly since: number };

const dueSentences: Readonly<Record<DueReason, string>> = {
  "signed-in": "the account signed in",
  changed: "it changed, or commits of it were missed",
  "index-changed": "the index or its Lexicons changed",
  "source-gap": "live sync missed events",
  backfill: "a backfill lists it"
};

const attempts = (count: number): string => (count === 1 ? "1 attempt" : `${count} attempts`);

/** Describes where the records of an account are, and what to do; `remedy` is null if there is nothing to do. */
export const indexingText = (
  indexing: AccountIndexing
): { readonly message: string; readonly remedy: string | null } => {
  switch (indexing.code) {
    case "indexed":
      return { message: "The records of the account are indexed.", remedy: null };
    case "indexing":
      return { message: "The repository of the account is being read now.", remedy: null };
    case "waiting": {
      const { dueAt, failures, reason } = indexing;
      const failed = failures === 0 ? "" : ` after ${attempts(failures)} that failed`;
      return {
        message: `The repository is due to be read because ${dueSentences[reason]}; the next attempt${failed} is at ${isoTime(dueAt)}.`,
        remedy: null
      };
    }
    case "failed":
      return {
        message: `The repository could not be read in ${attempts(indexing.tries)}. ${backfillSentences[indexing.reason]}`,
        remedy: "Index the account again once the reason is gone; its next sign-in does so too."
      };
    case "removed":
      return {
        message: "What was indexed of the account was removed. Records that it has written since are indexed.",
        remedy: "Index the account again to get its other records back."
      };
    case "erased":
      return {
        message: "The account was deleted, which its server confirmed, and its records were erased.",
        remedy: null
      };
    case "hidden":
      return {
        message: `The account is not active (${indexing.status}). Its records are kept, and no query shows them.`,
        remedy: null
      };
    case "desynchronised":
      return {
        message: "Commits of the account were missed. Its repository is read again.",
        remedy: "Index the account again if this lasts."
      };
    case "never-indexed":
      return {
        message: "The repository of the account was never read.",
        remedy: "Index the account. Its next sign-in does so too."
      };
  }
};
