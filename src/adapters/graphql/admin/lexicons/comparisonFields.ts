import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { compareLexicons, type LexiconComparison } from "../../../../application/lexicons/compareLexicons.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { lexiconNotice } from "./lexiconNotice.ts";
import { readRemoval } from "./readRemoval.ts";
import { readUpload } from "./readUpload.ts";

const text = new GraphQLNonNull(GraphQLString);
const texts = new GraphQLNonNull(new GraphQLList(text));
const listOf = (type: GraphQLObjectType) => new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(type)));

const change = new GraphQLObjectType<LexiconComparison["changed"][number]>({
  name: "LexiconChange",
  description: "A Lexicon that would be another one; both as JSON texts.",
  fields: {
    id: { type: text },
    before: { type: text },
    after: { type: text },
    records: { type: GraphQLInt, description: "How many are indexed; null for what is no collection." }
  }
});

const removal = new GraphQLObjectType<LexiconComparison["collectionsRemoved"][number]>({
  name: "CollectionRemoval",
  description: "A collection that no query would show any more.",
  fields: {
    id: { type: text },
    records: { type: new GraphQLNonNull(GraphQLInt), description: "How many are indexed; they stay." }
  }
});

const comparison = new GraphQLObjectType<LexiconComparison>({
  name: "LexiconComparison",
  description: "What a change of the Lexicons would change.",
  fields: {
    digest: { type: text, description: "Of the set, as its event would have it." },
    unchanged: { type: new GraphQLNonNull(GraphQLBoolean) },
    completed: { type: texts, description: "The Lexicons that are taken from the published ones." },
    notices: { type: listOf(lexiconNotice) },
    added: { type: texts },
    removed: { type: texts },
    changed: { type: listOf(change) },
    collectionsRemoved: { type: listOf(removal) },
    fieldsRemoved: {
      type: texts,
      description: "Fields of /graphql that would no longer be answered, as Type.field.",
      resolve: ({ fieldsRemoved }) => fieldsRemoved.map(({ field, type }) => `${type}.${field}`)
    }
  }
});

const decodeAdd = Schema.decodeUnknown(Schema.Struct({ add: Schema.Boolean }));

const compareUpload = Effect.fnUntraced(function* (given: unknown) {
  const { add } = yield* Effect.orDie(decodeAdd(given));
  return yield* compareLexicons({ _tag: add ? "Add" : "Replace", files: yield* readUpload(given) });
});

/** The admin API fields that preview the effect of a change to the Lexicons. */
export const comparisonFields: Pick<Required<RootFields<AdminContext>>, "query"> = {
  query: {
    compareLexicons: {
      type: new GraphQLNonNull(comparison),
      description:
        "What uploadLexicons, or addLexicons, would change with this archive; nothing is changed. Faults come as they do there, in `extensions.faults`.",
      args: {
        zipBase64: { type: text, description: "The archive in base64." },
        add: { type: new GraphQLNonNull(GraphQLBoolean), defaultValue: false, description: "True for addLexicons." }
      },
      resolve: (_source, given, context) => asAdmin(context, () => compareUpload(given))
    },
    compareLexiconRemoval: {
      type: new GraphQLNonNull(comparison),
      description: "What removeLexicons would change; nothing is changed.",
      args: { ids: { type: texts, description: "NSIDs." } },
      resolve: (_source, given, context) => asAdmin(context, () => Effect.flatMap(readRemoval(given), compareLexicons))
    }
  }
};
