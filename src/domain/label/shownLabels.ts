import * as Option from "effect/Option";
import { sha256Base64Url } from "../crypto/sha256.ts";
import type { IndexedRecord } from "../record/index/IndexedRecord.ts";
import { instant } from "../record/value/instant.ts";
import { propertyAt } from "../record/value/propertyAt.ts";
import { type SelfLabelProperty, selfLabelValues } from "./selfLabels.ts";

/** An active label as it appears in the answer to a query. `uri` is the record, or the DID of its author. */
export interface ShownLabel {
  readonly src: string;
  readonly uri: string;
  readonly val: string;
  readonly cid: string | null;
  /** In Unix milliseconds. */
  readonly cts: number;
  readonly exp: number | null;
}

/** Returns the id of a label, as `labelId` computes it. */
export const shownLabelId = ({ src, uri, val }: ShownLabel): string =>
  sha256Base64Url(`${uri}\n${src}\n${val}`).slice(0, 22);

/** What labels of the author are read from. */
type Labeled = Readonly<Record<"cid" | "did" | "indexedAt" | "uri", string>> & Pick<IndexedRecord, "value">;

const millisecondsOf = (text: unknown): number | null =>
  typeof text === "string"
    ? Option.getOrNull(Option.map(instant(text), (time) => Math.floor(Number(time) / 1000)))
    : null;

/** The farthest time from 1970 that a date can express, in milliseconds (ECMAScript, time values). */
const maxDate = 8.64e15;

/** The author labeled the record when it was created, by its own account; otherwise when it was indexed. */
const timeOf = ({ indexedAt, value }: Labeled): number => {
  const created = millisecondsOf(propertyAt(value, ["createdAt"]));
  return created !== null && Math.abs(created) <= maxDate ? created : (millisecondsOf(indexedAt) ?? 0);
};

const byText = (left: string, right: string): number => (left === right ? 0 : left < right ? -1 : 1);

const inOrder = (left: ShownLabel, right: ShownLabel): number =>
  byText(left.uri, right.uri) || byText(left.src, right.src) || byText(left.val, right.val);

/**
 * Merges the active labels of a record and of its author's account with those that the author put on the record. Labels of the
 * record come first; then they are in the order of their sources and values.
 */
export const shownLabels = (
  stored: ReadonlyArray<ShownLabel>,
  record: Labeled,
  properties: ReadonlyArray<SelfLabelProperty>
): ReadonlyArray<ShownLabel> => {
  const { cid, did, uri } = record;
  const isStored = (val: string) => stored.some((label) => label.uri === uri && label.src === did && label.val === val);
  const own = selfLabelValues(record.value, properties)
    .filter((val) => !isStored(val))
    .map((val): ShownLabel => ({ src: did, uri, val, cid, cts: timeOf(record), exp: null }));
  return [...stored, ...own].sort(inOrder);
};
