import type { Collection, Property } from "../../../domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../../domain/lexicon/model/LexiconSet.ts";
import { type OperandType, operandTypeOf } from "../../../domain/record/query/OperandType.ts";

/**
 * A property of the records of a collection. `name` is its path, joined by dots. `operand` is how its values are compared;
 * null for one that can only be present or absent.
 */
export interface BrowsedProperty {
  readonly name: string;
  readonly path: readonly [string, ...ReadonlyArray<string>];
  readonly description: string | null;
  readonly required: boolean;
  readonly type: Property["type"]["_tag"];
  readonly operand: OperandType | null;
}

/** How deep properties of objects are listed, in names. */
const deepest = 3;

/** Returns the properties of a collection in the order of the Lexicon, each followed by those of the objects in it. */
export const browsedProperties = (
  { properties }: Collection,
  objects: LexiconSet["objects"]
): ReadonlyArray<BrowsedProperty> => {
  const at = (
    { description, name, required, type }: Property,
    above: ReadonlyArray<string>,
    passed: ReadonlyArray<string>
  ): ReadonlyArray<BrowsedProperty> => {
    const [first = name, ...rest] = [...above, name];
    const path = [first, ...rest] as const;
    const own: BrowsedProperty = {
      name: path.join("."),
      path,
      description,
      required: required && above.length === 0,
      type: type._tag,
      operand: operandTypeOf(type)
    };
    if (type._tag !== "Object" || passed.includes(type.id) || path.length === deepest) return [own];
    const members = objects.get(type.id)?.properties ?? [];
    return [own, ...members.flatMap((member) => at(member, path, [...passed, type.id]))];
  };
  return properties.flatMap((property) => at(property, [], []));
};
