import { isJsonObject } from "../json/isJsonObject.ts";
import type { Json, JsonObject } from "../json/Json.ts";
import type { Collection, PropertyType } from "../lexicon/model/Collection.ts";
import { propertyAt } from "../record/value/propertyAt.ts";
import { isLabelValue } from "./LabelValue.ts";

/** The definition of labels that an author puts on a record (`com.atproto.label.defs#selfLabels`). */
export const selfLabelsDefinition = "com.atproto.label.defs#selfLabels";

/** The most labels that an author can put on a record. */
const maxSelfLabels = 10;

/** Whether a property can hold labels of the author: its type is the definition, or a union with it. */
export const holdsSelfLabels = (type: PropertyType): boolean =>
  type._tag === "Object"
    ? type.id === selfLabelsDefinition
    : type._tag === "Union" && type.variants.includes(selfLabelsDefinition);

/** A property that can hold labels of the author. In a union, the value names the definition. */
export interface SelfLabelProperty {
  readonly name: string;
  readonly isUnion: boolean;
}

/** Returns the properties of a collection that can hold labels of the author, whatever their names. */
export const selfLabelProperties = ({ properties }: Pick<Collection, "properties">): ReadonlyArray<SelfLabelProperty> =>
  properties.flatMap(({ name, type }) => (holdsSelfLabels(type) ? [{ name, isUnion: type._tag === "Union" }] : []));

const valuesIn = (held: Json | undefined, isUnion: boolean): ReadonlyArray<string> => {
  if (!isJsonObject(held) || (isUnion && propertyAt(held, ["$type"]) !== selfLabelsDefinition)) return [];
  const values = propertyAt(held, ["values"]);
  if (!Array.isArray(values)) return [];
  return values.slice(0, maxSelfLabels).flatMap((each: Json) => {
    const val = isJsonObject(each) ? propertyAt(each, ["val"]) : undefined;
    return typeof val === "string" && isLabelValue(val) ? [val] : [];
  });
};

/** Returns the different values of the labels that the author put on a record. */
export const selfLabelValues = (
  value: JsonObject,
  properties: ReadonlyArray<SelfLabelProperty>
): ReadonlyArray<string> => [
  ...new Set(properties.flatMap(({ isUnion, name }) => valuesIn(propertyAt(value, [name]), isUnion)))
];
