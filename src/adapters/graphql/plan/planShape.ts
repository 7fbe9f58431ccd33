import type { FieldNode } from "graphql";
import type { PropertyType } from "../../../domain/lexicon/Collection.ts";
import type { ObjectMember, Shape } from "../../../domain/record/RecordQuery.ts";
import { isBare, nameOfObject } from "../schema/objectName.ts";
import type { Compilation } from "./Compilation.ts";
import { planBlob } from "./planBlob.ts";
import { planMembers } from "./planMembers.ts";
import { typeNamed } from "./typeNamed.ts";

/** What merged fields ask of a property of a type. */
export const planShape = (compilation: Compilation, type: PropertyType, nodes: ReadonlyArray<FieldNode>): Shape => {
  switch (type._tag) {
    case "Scalar":
      return { _tag: "ScalarShape", type: type.type };
    case "Bytes":
      return { _tag: "BytesShape" };
    case "CidLink":
      return { _tag: "LinkShape" };
    case "Unknown":
      return { _tag: "JsonShape" };
    case "Blob":
      return planBlob(compilation, nodes);
    case "List":
      return { _tag: "ListShape", item: planShape(compilation, type.item, nodes) };
    case "Object":
      if (isBare(compilation.api.lexicons, type.id)) return { _tag: "JsonShape" };
      return { _tag: "ObjectShape", members: planObject(compilation, type.id, nodes) };
    case "Union": {
      const variants = type.variants.flatMap((id) => {
        const members = planObject(compilation, id, nodes);
        // A definition named main goes by two names (AT Protocol, Lexicon).
        return id.includes("#") ? [[id, members] as const] : [[id, members] as const, [`${id}#main`, members] as const];
      });
      return { _tag: "UnionShape", variants: new Map(variants) };
    }
  }
};

const planObject = (compilation: Compilation, id: string, nodes: ReadonlyArray<FieldNode>) => {
  const type = typeNamed(compilation, nameOfObject(compilation.api.lexicons, id));
  return planMembers<ObjectMember>(compilation, type, nodes, {
    typename: (key, name) => ({ _tag: "ObjectTypename", key, name }),
    field: ({ key, meaning, nodes: asked }) =>
      meaning._tag === "PropertyMeaning"
        ? {
            _tag: "ObjectProperty",
            key,
            property: meaning.property,
            shape: planShape(compilation, meaning.type, asked)
          }
        : null
  });
};
