import type { Json } from "../../../../domain/json/Json.ts";
import type { ParameterValue } from "../../../../domain/record/query/RecordQuery.ts";
import { type ByteText, fromByteText } from "../../reads/byteText.ts";
import type { TextRow } from "../../reads/RowMessages.ts";
import type { Slot } from "../query/Level.ts";

/** A row of a statement: its level, the number of the row above, its own number, then the values of its slots. */
export type Row = TextRow;

const noRows: ReadonlyArray<Row> = [];

const numberAt = (row: Row, slot: Slot): number => Number(row[slot]);

/** Returns the number of a row, by which the rows below it name it. */
export const rowNumber = (row: Row): number => numberAt(row, 2);

/** Returns the bytes of the text in a slot, to be written as they are; null if the row has none. */
export const bytesAt = (row: Row, slot: Slot): ByteText | null => row[slot] ?? null;

/** Returns the text in a slot; null if the row has none. */
export const textAt = (row: Row, slot: Slot): string | null => {
  const bytes = bytesAt(row, slot);
  return bytes === null ? null : fromByteText(bytes);
};

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

/** The rows of a statement by their levels, and the parameters that it was run with. */
export class ResultRows {
  readonly parameters: ReadonlyArray<ParameterValue>;
  /** The number of bytes that the result may have. */
  readonly maxLength: number;
  #full = false;
  /** By level, then by the number of the row above. */
  readonly #groups: Array<Array<Array<Row>>> = [];
  /** By level, then by the number of the row above and a text in the row. */
  readonly #byText: Array<Map<string, Row>> = [];
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

  /** Whether the result is not too large, given a part of so many bytes. Once it is too large, it stays so. */
  takes(bytes: number): boolean {
    if (bytes > this.maxLength) this.#full = true;
    return !this.#full;
  }

  /** Returns the rows of a level below a row of the level above, in order. 0 is the row above the first levels. */
  below(level: number, parent: number): ReadonlyArray<Row> {
    return this.#groups[level]?.[parent] ?? noRows;
  }

  /** Finds a row of a level by the row above and the text in a slot. All lookups in a level must use the same slot. */
  findByText(level: number, parent: number, slot: Slot, text: string): Row | undefined {
    const known = this.#byText[level] ?? this.#indexByText(level, slot);
    this.#byText[level] = known;
    return known.get(`${parent} ${text}`);
  }

  #indexByText(level: number, slot: Slot): Map<string, Row> {
    const rows = (this.#groups[level] ?? []).flat();
    return new Map(rows.map((row) => [`${numberAt(row, 1)} ${textAt(row, slot)}`, row]));
  }

  /** Returns the JSON value in a slot. The last one is cached, because the fields of a record are written in a row. */
  json(row: Row, slot: Slot): Json {
    const text = textAt(row, slot) ?? "null";
    if (this.#read?.text !== text) this.#read = { text, value: JSON.parse(text) };
    return this.#read.value;
  }
}
