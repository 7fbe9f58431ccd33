import type { FieldNode } from "graphql";
import { typeName } from "../../../domain/lexicon/apiName.ts";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import type { DidJoin, Field, JoinField, Selection, ViewerRecord } from "../../../domain/record/RecordQuery.ts";
import { joinsTypeName } from "../schema/joinFields.ts";
import type { OutputMeaning } from "../schema/OutputMeaning.ts";
import type { Compilation } from "./Compilation.ts";
import { type AskedField, planMembers } from "./planMembers.ts";
import { planPage } from "./planPage.ts";
import { planResolved, planShape } from "./planShape.ts";
import { typeNamed } from "./typeNamed.ts";
import { viewerParameter } from "./viewerParameter.ts";

/** The join to other records of an author, where a field asks for one. */
export const planDidJoin = (compilation: Compilation, asked: AskedField): DidJoin | null => {
  const { key, meaning, definition, nodes } = asked;
  switch (meaning._tag) {
    case "DidRecordMeaning": {
      const { collection, rkey } = meaning;
      const selection = planSelection(compilation, collection, nodes);
      return { _tag: "DidRecord", key, collection: collection.nsid, rkey, selection };
    }
    case "DidPageMeaning": {
      const page = planPage(compilation, meaning.collection, definition, nodes, planSelection);
      return { _tag: "DidPage", key, page };
    }
    default:
      return null;
  }
};

/** The viewer's own record that points at a record; nothing is asked of it when nobody is signed in. */
const planViewerRecord = (
  compilation: Compilation,
  key: string,
  { collection, via, target }: Extract<OutputMeaning, { readonly _tag: "ViewerRecordMeaning" }>,
  nodes: AskedField["nodes"]
): ViewerRecord => {
  const viewer = viewerParameter(compilation, nodes[0]);
  const selection = viewer === null ? [] : planSelection(compilation, collection, nodes);
  return { _tag: "ViewerRecord", key, collection: collection.nsid, via, target, viewer, selection };
};

/** Joins as fields of a record, and as fields of the type that all records share. */
const planJoin = (compilation: Compilation, asked: AskedField): JoinField | null => {
  const { key, meaning, definition, nodes } = asked;
  switch (meaning._tag) {
    case "ReverseJoinMeaning": {
      const page = planPage(compilation, meaning.collection, definition, nodes, planSelection);
      return { _tag: "ReverseJoin", key, via: meaning.via, page };
    }
    case "ViewerRecordMeaning":
      return planViewerRecord(compilation, key, meaning, nodes);
    default:
      return planDidJoin(compilation, asked);
  }
};

const planJoins = (compilation: Compilation, nodes: AskedField["nodes"]): ReadonlyArray<JoinField> =>
  planMembers<JoinField>(compilation, typeNamed(compilation, joinsTypeName), nodes, {
    typename: (key, name) => ({ _tag: "TypenameField", key, name }),
    field: (asked) => planJoin(compilation, asked)
  });

const planField = (compilation: Compilation, asked: AskedField): Field | null => {
  const { key, meaning, nodes } = asked;
  switch (meaning._tag) {
    case "MetaMeaning":
      return { _tag: "MetaField", key, meta: meaning.meta };
    case "PropertyMeaning": {
      const { property, type } = meaning;
      return { _tag: "PropertyField", key, property, shape: planShape(compilation, type, nodes, planSelection) };
    }
    case "ValueMeaning":
      return { _tag: "ValueField", key };
    case "LabelsMeaning":
      return { _tag: "EmptyListField", key };
    case "ResolvedMeaning":
      return planResolved(compilation, asked, planSelection);
    case "JoinsMeaning":
      return { _tag: "Joins", key, members: planJoins(compilation, nodes) };
    default:
      return planJoin(compilation, asked);
  }
};

/** What merged fields ask of a record of a collection. */
export const planSelection = (
  compilation: Compilation,
  collection: Collection,
  nodes: ReadonlyArray<FieldNode>
): Selection =>
  planMembers<Field>(compilation, typeNamed(compilation, typeName(collection.nsid)), nodes, {
    typename: (key, name) => ({ _tag: "TypenameField", key, name }),
    field: (asked) => planField(compilation, asked)
  });
