import * as Effect from "effect/Effect";
import { resolveFilter } from "../../../application/audit/resolveFilter.ts";
import { countSkipped, listSkipped, type ShownSkippedRecord } from "../../../application/sync/backfill/listSkipped.ts";
import { did } from "../audit/filterParameters.ts";
import { invalidFilter } from "../audit/readFilter.ts";
import type { Run } from "../command/Command.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { present, type Report } from "../report/present.ts";

/** The maximum number of skipped records that are stored for an account. */
const maxRecords = 1_000;

const readDid = (typed: string | null) =>
  resolveFilter({ did: typed }).pipe(
    Effect.map(({ did = null }) => did),
    Effect.mapError((error) => (error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error)))
  );

const describe = (skipped: ReadonlyArray<ShownSkippedRecord>, total: number): Report => {
  const lines = skipped.map(({ message, reason, uri }) => `${uri}\n  ${reason}: ${message}`);
  const more = total > skipped.length ? [`${total} in total; the first ${skipped.length} are listed.`] : [];
  return {
    text: lines.length === 0 ? "No record was left out of the index." : [...lines, ...more].join("\n"),
    json: {
      total,
      skipped: skipped.map(({ cid, did, handle, indexedAt, message, reason, rev, uri }) => ({
        uri,
        cid,
        reason,
        message,
        did,
        handle,
        rev,
        indexedAt: new Date(indexedAt).toISOString()
      }))
    }
  };
};

const report = Effect.fnUntraced(function* (account: string | null) {
  const subject = yield* readDid(account);
  const found = Effect.zipWith(listSkipped(subject, null, maxRecords), countSkipped(subject), describe);
  return yield* Effect.mapError(found, explainFailure);
});

export const skipped: Run = (given) => present(given, report(given(did)));
