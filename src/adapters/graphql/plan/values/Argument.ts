import type { RequestValues } from "./RequestValues.ts";

/**
 * The value of an argument, decomposed as far as its type is known. `read` returns the value of a later run: the
 * structure is the same for every run whose variables have the same shape.
 */
export type Argument =
  | { readonly _tag: "NullArgument" }
  | { readonly _tag: "ScalarArgument"; readonly read: (run: RequestValues) => unknown }
  | {
      readonly _tag: "ListArgument";
      readonly items: ReadonlyArray<Argument>;
      readonly read: (run: RequestValues) => unknown;
    }
  | { readonly _tag: "ObjectArgument"; readonly fields: ReadonlyMap<string, Argument> };

/** Arguments, or fields of an input object, by name. Absent ones have no entry. */
export type Arguments = ReadonlyMap<string, Argument>;
