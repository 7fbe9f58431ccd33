import * as fc from "fast-check";
import type { Property, PropertyType, ScalarType } from "../../src/domain/lexicon/model/Collection.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import { referencedRecords } from "../../src/domain/lexicon/model/Reference.ts";
import type { AnySelection, ObjectMember, Resolved, Shape } from "../../src/domain/record/query/RecordQuery.ts";
import type { BlobMember } from "../../src/domain/record/shape/BlobMember.ts";
import { anyOf, either, keyed, type WithoutKey } from "./recordIndexMembers.ts";

const scalarShape = fc
  .constantFrom<ScalarType>("string", "instant", "integer", "boolean")
  .map((type): Shape => ({ _tag: "ScalarShape", type }));

/** The shape of a type, and sometimes one that does not fit it. */
export const shape = (
  type: PropertyType,
  set: LexiconSet,
  depth: number,
  selections: fc.Arbitrary<AnySelection> | null
): fc.Arbitrary<Shape> =>
  fc.oneof(
    { weight: 6, arbitrary: fittingShape(type, set, depth, selections) },
    { weight: 1, arbitrary: fc.oneof(scalarShape, fc.constant<Shape>({ _tag: "JsonShape" })) }
  );

const fittingShape = (
  type: PropertyType,
  set: LexiconSet,
  depth: number,
  selections: fc.Arbitrary<AnySelection> | null
): fc.Arbitrary<Shape> => {
  switch (type._tag) {
    case "Scalar":
      return fc.constant({ _tag: "ScalarShape", type: type.type });
    case "Bytes":
      return fc.constant({ _tag: "BytesShape" });
    case "CidLink":
      return fc.constant({ _tag: "LinkShape" });
    case "Unknown":
      return fc.constant({ _tag: "JsonShape" });
    case "Blob":
      return keyed(blobMember, 5).map((members) => ({ _tag: "BlobShape", members }));
    case "List":
      return shape(type.item, set, depth, selections).map((item) => ({ _tag: "ListShape", item }));
    case "Object":
      return objectMembers(type.id, set, depth, selections).map((members) => ({ _tag: "ObjectShape", members }));
    case "Union":
      return fc
        .tuple(
          ...type.variants.map((id) =>
            objectMembers(id, set, depth, selections).map((members) => [id, members] as const)
          )
        )
        .map((variants) => {
          const twice = variants.flatMap(([id, members]) =>
            id.includes("#") ? [] : [[`${id}#main`, members] as const]
          );
          return { _tag: "UnionShape", variants: new Map([...variants, ...twice]) };
        });
  }
};

const blobMember = fc.constantFrom<WithoutKey<BlobMember>>(
  { _tag: "BlobRef" },
  { _tag: "BlobMimeType" },
  { _tag: "BlobSize" },
  { _tag: "BlobUrl", preset: "avatar" },
  { _tag: "BlobTypename", name: "Blob" }
);

const objectMembers = (
  id: string,
  set: LexiconSet,
  depth: number,
  selections: fc.Arbitrary<AnySelection> | null
): fc.Arbitrary<ReadonlyArray<ObjectMember>> => {
  const list = set.objects.get(id)?.properties ?? [];
  const typename = fc.constant<WithoutKey<ObjectMember>>({ _tag: "ObjectTypename", name: id });
  if (list.length === 0 || depth > 2) return keyed(typename, 1);
  const property = fc
    .constantFrom(...list)
    .chain(({ name, type }) =>
      shape(type, set, depth + 1, selections).map(
        (found): WithoutKey<ObjectMember> => ({ _tag: "ObjectProperty", property: name, shape: found })
      )
    );
  return keyed(
    either<WithoutKey<ObjectMember>>(typename, { weight: 3, arbitrary: property }, ...resolved(list, selections)),
    4
  );
};

/** Forward joins of those properties that lead to records. */
export const resolved = (
  list: ReadonlyArray<Property>,
  selections: fc.Arbitrary<AnySelection> | null
): Array<fc.MaybeWeightedArbitrary<WithoutKey<Resolved>>> => {
  if (selections === null) return [];
  const leading = list.flatMap(({ name, type }) => {
    const behind = referencedRecords(type);
    return behind === null ? [] : [{ property: name, many: behind === "many" }];
  });
  return anyOf(leading, ({ property, many }) =>
    selections.map((found): WithoutKey<Resolved> => ({ _tag: "Resolved", property, many, selections: found }))
  );
};
