import type { PropertyType, ScalarType } from "../../lexicon/model/Collection.ts";

/**
 * How values are compared: as scalars, a `link` as the text of its CID, and `bytes` as base64 without padding, as the
 * data model writes them (AT Protocol, Data Model).
 */
export type OperandType = ScalarType | "link" | "bytes";

/** Returns how the values of a property are compared; null if they can only be present or absent. */
export const operandTypeOf = (type: PropertyType): OperandType | null => {
  switch (type._tag) {
    case "Scalar":
      return type.type;
    case "CidLink":
      return "link";
    case "Bytes":
      return "bytes";
    default:
      return null;
  }
};
