import * as Option from "effect/Option";
import { parseVersion } from "../../../../domain/record/query/versionText.ts";
import { instant } from "../../../../domain/record/value/instant.ts";
import { recordText } from "../../../../domain/record/value/recordText.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { noSearch } from "../search/TableSearch.ts";
import type { RecordTable } from "./RecordTable.ts";
import { derivedText } from "./tableStatements.ts";

/** Returns the row that a version would have in the table of its collection, as the text of a JSON object. */
const versionRow = (table: RecordTable, text: Scalar): string => {
  const { cid, did, indexedAt, rev, rkey, uri, value } = parseVersion(String(text));
  const own = {
    uri,
    cid,
    did,
    rkey,
    rev,
    indexed_at: String(Option.getOrThrow(instant(indexedAt))),
    value: recordText(value)
  };
  return `${JSON.stringify(own).slice(0, -1)},${derivedText(table, value, { cid, did }).slice(1)}`;
};

/**
 * Returns the rows that versions would have in the table of their collection, as the text of a JSON array. They have no
 * words, because no filter is applied to them.
 */
export const versionRows = (table: RecordTable, versions: ReadonlyArray<Scalar>): string => {
  const selected = { ...table, search: noSearch };
  return `[${versions.map((text) => versionRow(selected, text)).join(",")}]`;
};
