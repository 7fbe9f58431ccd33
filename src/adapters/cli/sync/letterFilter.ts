import * as Effect from "effect/Effect";
import { resolveFilter } from "../../../application/audit/resolveFilter.ts";
import type { DeadLetterFilter } from "../../../domain/sync/DeadLetters.ts";
import { invalidFilter } from "../audit/readFilter.ts";
import type { Given } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { letterFilters } from "./syncParameters.ts";

/** Reads the filter of dead letters that was typed. */
export const readLetterFilter = (given: Given) =>
  resolveFilter({ did: given(letterFilters.did) }).pipe(
    Effect.mapBoth({
      onFailure: (error) => (error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error)),
      onSuccess: ({ did = null }): DeadLetterFilter => {
        const ids = given(letterFilters.id);
        return {
          ids: ids.length === 0 ? null : ids,
          did,
          collection: given(letterFilters.collection),
          reason: given(letterFilters.reason)
        };
      }
    })
  );
