import type { FieldNode } from "graphql";
import { typeName } from "../../../../domain/api/apiName.ts";
import type { Collection } from "../../../../domain/lexicon/model/Collection.ts";
import type {
  DidJoin,
  Field,
  JoinField,
  LabelMember,
  Selection,
  ViewerRecord
} from "../../../../domain/record/query/RecordQuery.ts";
import type { OutputKind } from "../../schema/OutputKind.ts";
import { joinsTypeName } from "../../schema/record/joinFields.ts";
import type { Compilation } from "../Compilation.ts";
import { typeNamed } from "../typeNamed.ts";
import { viewerParameter } from "../values/viewerParameter.ts";
import { planMembers, type SelectedField } from "./planMembers.ts";
import { planPage } from "./planPage.ts";
import { planResolved, planShape } from "./planShape.ts";

/** Plans the join to other records of an author, if a field selects one. */
export const planDidJoin = (compilation: Compilation, asked: SelectedField): DidJoin | null => {
  const { key, outputKind, definition, nodes } = asked;
  switch (outputKind._tag) {
    case "DidRecordKind": {
      const { collection, rkey } = outputKind;
      const selection = planSelection(compilation, collection, nodes);
      return { _tag: "DidRecord", key, collection: collection.nsid, rkey, selection };
    }
    case "DidPageKind": {
      const page = planPage(compilation, outputKind.collection, definition, nodes, planSelection);
      return { _tag: "DidPage", key, page };
    }
    default:
      return null;
  }
};

/** Plans the viewer's own record that refers to a record. Without a signed-in user nothing is read. */
const planViewerRecord = (
  compilation: Compilation,
  key: string,
  { collection, via, target }: Extract<OutputKind, { readonly _tag: "ViewerRecordKind" }>,
  nodes: SelectedField["nodes"]
): ViewerRecord => {
  const viewer = viewerParameter(compilation, nodes[0]);
  const selection = viewer === null ? [] : planSelection(compilation, collection, nodes);
  return { _tag: "ViewerRecord", key, collection: collection.nsid, via, target, viewer, selection };
};

/** Plans joins as fields of a record, and as fields of the type that all records share. */
const planJoin = (compilation: Compilation, asked: SelectedField): JoinField | null => {
  const { key, outputKind, definition, nodes } = asked;
  switch (outputKind._tag) {
    case "ReverseJoinKind": {
      const page = planPage(compilation, outputKind.collection, definition, nodes, planSelection);
      return { _tag: "ReverseJoin", key, via: outputKind.via, page };
    }
    case "ViewerRecordKind":
      return planViewerRecord(compilation, key, outputKind, nodes);
    default:
      return planDidJoin(compilation, asked);
  }
};

const planJoins = (compilation: Compilation, nodes: SelectedField["nodes"]): ReadonlyArray<JoinField> =>
  planMembers<JoinField>(compilation, typeNamed(compilation, joinsTypeName), nodes, {
    typename: (key, name) => ({ _tag: "TypenameField", key, name }),
    field: (asked) => planJoin(compilation, asked)
  });

const planLabels = (compilation: Compilation, nodes: SelectedField["nodes"]): ReadonlyArray<LabelMember> =>
  planMembers<LabelMember>(compilation, typeNamed(compilation, "Label"), nodes, {
    typename: (key, name) => ({ _tag: "LabelTypename", key, name }),
    field: ({ key, outputKind }) =>
      outputKind._tag === "LabelKind" ? { _tag: "LabelProperty", key, property: outputKind.property } : null
  });

const planField = (compilation: Compilation, asked: SelectedField): Field | null => {
  const { key, outputKind, nodes } = asked;
  switch (outputKind._tag) {
    case "MetaKind":
      return { _tag: "MetaField", key, meta: outputKind.meta };
    case "PropertyKind": {
      const { property, type } = outputKind;
      return { _tag: "PropertyField", key, property, shape: planShape(compilation, type, nodes, planSelection) };
    }
    case "ValueKind":
      return { _tag: "ValueField", key };
    case "LabelsKind":
      return { _tag: "LabelsField", key, members: planLabels(compilation, nodes) };
    case "ResolvedKind":
      return planResolved(compilation, asked, planSelection);
    case "JoinsKind":
      return { _tag: "Joins", key, members: planJoins(compilation, nodes) };
    default:
      return planJoin(compilation, asked);
  }
};

/** Plans the fields selected of a record of a collection. */
export const planSelection = (
  compilation: Compilation,
  collection: Collection,
  nodes: ReadonlyArray<FieldNode>
): Selection =>
  planMembers<Field>(compilation, typeNamed(compilation, typeName(collection.nsid)), nodes, {
    typename: (key, name) => ({ _tag: "TypenameField", key, name }),
    field: (asked) => planField(compilation, asked)
  });
