import type { Json } from "../../../../domain/json/Json.ts";
import type { ParameterValue } from "../../../../domain/record/query/RecordQuery.ts";
import type { TextRow } from "../../reads/RowsQuery.ts";
import type { Slot } from "../query/Level.ts";

/** A row of a statement: its level, the number of the row above, its own number, and its values. */
export type Row = TextRow;

const noRows: ReadonlyArray<Row> = [];

/** The number of a level, a row or a row above. */
const numberAt = (row: Row, slot: Slot): number => Number(row[slot]);

/** The number by which the rows below call a row. */
export const rowNumber = (row: Row): number => numberAt(row, 2);

/** The text in a slot, null where the row has none. */
export const textAt = (row: Row, slot: Slot): string | null => row[slot] ?? null;

const listAt = (lists: Array<Array<Row>>, index: number): Array<Row> => {
  const list = lists[index] ?? [];
  lists[index] = list;
  return list;
};

const byParent = (rows: ReadonlyArray<Row>): Array<Array<Row>> => {
  const groups: Array<Array<Row>> = [];
  rows.forEach((row) => {
    listAt(groups, numberAt(row, 1)).push(row);
  });
  return groups;
};

/** What a statement gave, put together again, and the parameters it was run with. */
export class ResultRows {
  readonly parameters: ReadonlyArray<ParameterValue>;
  /** Characters that the result may have. */
  readonly maxLength: number;
  #full = false;
  /** By level, then by the number of the row above. */
  readonly #groups: Array<Array<Array<Row>>> = [];
  /** By level, then by the number of the row above and a text of the row. */
  readonly #named: Array<Map<string, Row>> = [];
  #read: { readonly text: string; readonly value: Json } | null = null;

  constructor(rows: ReadonlyArray<Row>, parameters: ReadonlyArray<ParameterValue>, maxLength: number) {
    this.parameters = parameters;
    this.maxLength = maxLength;
    const levels: Array<Array<Row>> = [];
    for (const row of rows) listAt(levels, numberAt(row, 0))[rowNumber(row) - 1] = row;
    levels.forEach((level, index) => {
      this.#groups[index] = byParent(level);
    });
  }

  /** Whether a part of the result may have so many characters, and none had too many: else what is written is of no use. */
  takes(characters: number): boolean {
    if (characters > this.maxLength) this.#full = true;
    return !this.#full;
  }

  /** The rows of a level below one of the level above (0: below none), in order. */
  below(level: number, parent: number): ReadonlyArray<Row> {
    return this.#groups[level]?.[parent] ?? noRows;
  }

  /** The row of a level below one of the level above that has a text in a slot, the same for all look-ups of a level. */
  named(level: number, parent: number, slot: Slot, text: string): Row | undefined {
    const known = this.#named[level] ?? this.#nameRows(level, slot);
    this.#named[level] = known;
    return known.get(`${parent} ${text}`);
  }

  #nameRows(level: number, slot: Slot): Map<string, Row> {
    const rows = (this.#groups[level] ?? []).flat();
    return new Map(rows.map((row) => [`${numberAt(row, 1)} ${textAt(row, slot)}`, row]));
  }

  /** The JSON value in a slot. The last one is kept, for the fields of one record ask one after the other. */
  json(row: Row, slot: Slot): Json {
    const text = textAt(row, slot) ?? "null";
    if (this.#read?.text !== text) this.#read = { text, value: JSON.parse(text) };
    return this.#read.value;
  }
}
