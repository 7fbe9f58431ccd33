import type { OperandType } from "../../../../domain/record/query/OperandType.ts";
import type { Scalar } from "../../../../domain/record/value/scalarValue.ts";
import { readInt8 } from "../../connection/readInt8.ts";
import type { Slot } from "../query/Level.ts";
import { fromStoredText } from "../sql/storedText.ts";
import { bytesAt, type Row } from "./ResultRows.ts";

const readers: Readonly<Record<OperandType, (text: string) => Scalar>> = {
  string: fromStoredText,
  instant: readInt8,
  integer: Number,
  boolean: (text) => text === "true",
  link: (text) => text,
  bytes: fromStoredText
};

/** Returns a reader of the value in a slot, in the form in which it is compared, to be written again: texts as bytes. An instant is in microseconds. */
export const readValue = (slot: Slot, type: OperandType): ((row: Row) => Scalar | null) => {
  const read = readers[type];
  return (row) => {
    const text = bytesAt(row, slot);
    return text === null ? null : read(text);
  };
};
