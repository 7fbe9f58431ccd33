import * as Option from "effect/Option";
import type { IndexedRecord } from "../index/IndexedRecord.ts";
import { instant } from "../value/instant.ts";
import { propertyAt } from "../value/propertyAt.ts";
import { type Scalar, scalarValue } from "../value/scalarValue.ts";
import type { OperandType } from "./OperandType.ts";
import type { Operand } from "./RecordQuery.ts";

/** A record and the handle of its author, which is null if the service does not know it. */
export interface NamedRecord {
  readonly record: IndexedRecord;
  readonly handle: string | null;
}

/** Returns how the values of an operand are compared. */
export const operandType = (operand: Operand): OperandType => {
  if (operand._tag === "PropertyOperand") return operand.type;
  return operand.meta === "indexedAt" ? "instant" : "string";
};

/** Returns the value of a record to filter or sort by; null if it has no value of the operand's type. */
export const operandValue = ({ record, handle }: NamedRecord, operand: Operand): Scalar | null => {
  if (operand._tag === "PropertyOperand") return scalarValue(propertyAt(record.value, operand.path), operand.type);
  if (operand.meta === "actorHandle") return handle;
  if (operand.meta === "indexedAt") return Option.getOrNull(instant(record.indexedAt));
  return record[operand.meta];
};
