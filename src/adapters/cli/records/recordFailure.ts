import type { AccountUnknown } from "../../../application/accounts/findAccount.ts";
import type { BrowseRefused } from "../../../application/records/browse/BrowseRefused.ts";
import type { RecordUriRefused } from "../../../application/sync/explain/readRecordUri.ts";
import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import { accountFailure } from "../accounts/accountFailure.ts";
import { badUsage, type CommandFailed, unavailable } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";

type Explained = Parameters<typeof explainFailure>[0];

/** Translates the error of a use case about records into the failure of a command. */
export const recordFailure = (
  error: Explained | BrowseRefused | RecordUriRefused | SearchRefused | AccountUnknown | CommandFailed
): CommandFailed => {
  switch (error._tag) {
    case "CommandFailed":
      return error;
    case "BrowseRefused":
      return badUsage(error.message);
    case "RecordUriRefused":
      return error.reason === "unreachable" ? unavailable(error.message) : badUsage(error.message);
    case "SearchRefused":
      return unavailable("The index cannot be searched yet. Try again later", error);
    case "AccountUnknown":
      return accountFailure(error);
    default:
      return explainFailure(error);
  }
};
