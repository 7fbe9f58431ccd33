import type { CursorPosition } from "../../../domain/record/query/Cursor.ts";
import { comparePositions } from "../../../domain/record/query/comparePositions.ts";
import { matchesFilter } from "../../../domain/record/query/matchesFilter.ts";
import type { PageBounds } from "../../../domain/record/query/notificationBounds.ts";
import { type NamedRecord, operandValue } from "../../../domain/record/query/operandValue.ts";
import type { RecordLabels } from "../../../domain/record/query/RecordLabels.ts";
import type { ParameterValue, Seek } from "../../../domain/record/query/RecordQuery.ts";
import { pageSizeParameter, scalarParameter, textParameter } from "../../../domain/record/query/readParameter.ts";

export interface PlacedRecord {
  readonly row: NamedRecord;
  readonly position: CursorPosition;
}

/** The sorted rows of a page, and whether there are adjacent rows. */
export interface PageSlice {
  readonly rows: ReadonlyArray<PlacedRecord>;
  readonly hasNextPage: boolean;
  readonly hasPreviousPage: boolean;
  /** The number of rows that match the filter, regardless of the page. */
  readonly totalCount: number;
}

type Parameters = ReadonlyArray<ParameterValue>;

const place =
  ({ sort }: PageBounds) =>
  (row: NamedRecord): PlacedRecord => ({
    row,
    position: { uri: row.record.uri, values: sort.map(({ operand }) => operandValue(row, operand)) }
  });

const seekPosition = (seek: Seek | null, parameters: Parameters): CursorPosition | null =>
  seek && {
    uri: textParameter(parameters, seek.uri),
    values: seek.values.map((value) => value && scalarParameter(parameters, value))
  };

/** Selects a page from the records that it can have. */
export const slicePage = (
  page: PageBounds,
  records: ReadonlyArray<NamedRecord>,
  parameters: Parameters,
  labels: RecordLabels
): PageSlice => {
  const order = comparePositions(page.sort);
  const all = records
    .filter((row) => matchesFilter(page.where, row, parameters, labels))
    .map(place(page))
    .sort((left, right) => order(left.position, right.position));
  const after = seekPosition(page.after, parameters);
  const before = seekPosition(page.before, parameters);
  const take = pageSizeParameter(parameters, page.take);
  const isAfter = ({ position }: PlacedRecord): boolean => after === null || order(position, after) > 0;
  const isBefore = ({ position }: PlacedRecord): boolean => before === null || order(position, before) < 0;
  const between = all.filter((row) => isAfter(row) && isBefore(row));
  const more = between.length > take;
  const forward = page.direction === "forward";
  return {
    rows: forward ? between.slice(0, take) : between.slice(Math.max(0, between.length - take)),
    hasNextPage: forward ? more : !all.every(isBefore),
    hasPreviousPage: forward ? !all.every(isAfter) : more,
    totalCount: all.length
  };
};
