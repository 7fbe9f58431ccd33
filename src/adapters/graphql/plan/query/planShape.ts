import type { FieldNode } from "graphql";
import type { PropertyType } from "../../../../domain/lexicon/model/Collection.ts";
import type { ObjectMember, Resolved, Shape } from "../../../../domain/record/query/RecordQuery.ts";
import { isBare, nameOfObject } from "../../schema/record/objectName.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import { planAnySelection } from "./planAnySelection.ts";
import { planBlob } from "./planBlob.ts";
import { planMembers, type SelectedField } from "./planMembers.ts";
import type { SelectRecord } from "./planPage.ts";

/** Plans the fields selected of a property of a type. */
export const planShape = (
  compilation: Compilation,
  type: PropertyType,
  nodes: ReadonlyArray<FieldNode>,
  select: SelectRecord
): Shape => {
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
      return { _tag: "ListShape", item: planShape(compilation, type.item, nodes, select) };
    case "Object":
      if (isBare(compilation.api.lexicons, type.id)) return { _tag: "JsonShape" };
      return { _tag: "ObjectShape", members: planObject(compilation, type.id, nodes, select) };
    case "Union": {
      const variants = type.variants.flatMap((id) => {
        const members = planObject(compilation, id, nodes, select);
        // A definition named main has two names (AT Protocol, Lexicon).
        return id.includes("#") ? [[id, members] as const] : [[id, members] as const, [`${id}#main`, members] as const];
      });
      return { _tag: "UnionShape", variants: new Map(variants) };
    }
  }
};

const planObject = (
  compilation: Compilation,
  id: string,
  nodes: ReadonlyArray<FieldNode>,
  select: SelectRecord
): ReadonlyArray<ObjectMember> =>
  planMembers<ObjectMember>(compilation, typeNamed(compilation, nameOfObject(compilation.api.lexicons, id)), nodes, {
    typename: (key, name) => ({ _tag: "ObjectTypename", key, name }),
    field: (asked) => {
      const { key, outputKind } = asked;
      if (outputKind._tag !== "PropertyKind") return planResolved(compilation, asked, select);
      const shape = planShape(compilation, outputKind.type, asked.nodes, select);
      return { _tag: "ObjectProperty", key, property: outputKind.property, shape };
    }
  });

/** Plans the record that a property refers to, if a field selects it. */
export const planResolved = (
  compilation: Compilation,
  { key, outputKind, nodes }: SelectedField,
  select: SelectRecord
): Resolved | null => {
  if (outputKind._tag !== "ResolvedKind") return null;
  const { property, many } = outputKind;
  return { _tag: "Resolved", key, property, many, selections: planAnySelection(compilation, nodes, select) };
};
