import type { PropertyType, ScalarType } from "../../lexicon/model/Collection.ts";

/**
 * How values are compared: scalars, a `link` as the text of its CID, and `bytes` as base64 without padding, which is
 * how the data model writes them (AT Protocol, Data Model).
 */
export type OperandType = ScalarType | "link" | "bytes";

/** How the values of a property are compared; null for one that can be there or not, and no more. */
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
