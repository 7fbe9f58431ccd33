import type { FieldNode } from "graphql";
import { typeName } from "../../../domain/lexicon/apiName.ts";
import type { Collection } from "../../../domain/lexicon/Collection.ts";
import type { DidJoin, Field, Selection } from "../../../domain/record/RecordQuery.ts";
import type { Compilation } from "./Compilation.ts";
import { type AskedField, planMembers } from "./planMembers.ts";
import { planPage } from "./planPage.ts";
import { planShape } from "./planShape.ts";
import { typeNamed } from "./typeNamed.ts";

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

const planField = (compilation: Compilation, asked: AskedField): Field | null => {
  const { key, meaning, nodes } = asked;
  switch (meaning._tag) {
    case "MetaMeaning":
      return { _tag: "MetaField", key, meta: meaning.meta };
    case "PropertyMeaning": {
      const { property, type } = meaning;
      return { _tag: "PropertyField", key, property, shape: planShape(compilation, type, nodes) };
    }
    case "ValueMeaning":
      return { _tag: "ValueField", key };
    case "LabelsMeaning":
      return { _tag: "EmptyListField", key };
    default:
      return planDidJoin(compilation, asked);
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
