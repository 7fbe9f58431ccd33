import type { RequestValues } from "./RequestValues.ts";

/**
 * The value of an argument, taken apart as far as its type is known. `read` gives the value of a later run: the
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

/** Arguments, or fields of an input object, by name. What was not given is not there. */
export type Arguments = ReadonlyMap<string, Argument>;
