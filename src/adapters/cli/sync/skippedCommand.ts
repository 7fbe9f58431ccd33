import * as Command from "@effect/cli/Command";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { resolveFilter } from "../../../application/audit/resolveFilter.ts";
import { countSkipped, listSkipped, type ShownSkippedRecord } from "../../../application/sync/listSkipped.ts";
import { filterOptions, invalidFilter } from "../audit/filterOptions.ts";
import { commandHelp } from "../help/commandHelp.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { json, present, type Report } from "../report/present.ts";

/** As many as are kept of one account. */
const maxRecords = 1_000;

const readDid = (typed: string | null) =>
  resolveFilter({ did: typed }).pipe(
    Effect.map(({ did = null }) => did),
    Effect.mapError((error) => (error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error)))
  );

const describe = (skipped: ReadonlyArray<ShownSkippedRecord>, total: number): Report => {
  const lines = skipped.map(({ message, reason, uri }) => `${uri}\n  ${reason}: ${message}`);
  const more = total > skipped.length ? [`${total} in all; the first ${skipped.length} are listed.`] : [];
  return {
    text:
      lines.length === 0 ? "No record was left out when repositories were indexed." : [...lines, ...more].join("\n"),
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

const skipped = Effect.fnUntraced(function* (typed: Option.Option<string>) {
  const did = yield* readDid(Option.getOrNull(typed));
  const found = Effect.zipWith(listSkipped(did, null, maxRecords), countSkipped(did), describe);
  return yield* Effect.mapError(found, explainFailure);
});

export const skippedCommand = Command.make("skipped", { did: filterOptions.did, json }, ({ did, json }) =>
  present(json, skipped(did))
).pipe(Command.withDescription(commandHelp["sync skipped"].what));
