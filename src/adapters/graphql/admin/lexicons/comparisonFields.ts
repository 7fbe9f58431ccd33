import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType } from "graphql";
import { compareLexicons, type LexiconComparison } from "../../../../application/lexicons/compareLexicons.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { listOf, text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { lexiconNotice } from "./lexiconNotice.ts";
import { readRemoval } from "./readRemoval.ts";
import { readUpload } from "./readUpload.ts";

const texts = new GraphQLNonNull(new GraphQLList(text));

const change = new GraphQLObjectType<LexiconComparison["changed"][number]>({
  name: "LexiconChange",
  description: "A Lexicon that would change; both versions as JSON text.",
  fields: {
    id: { type: text },
    before: { type: text },
    after: { type: text },
    records: {
      type: GraphQLInt,
      description: "The number of indexed records; null for a Lexicon that is not a collection."
    }
  }
});

const removal = new GraphQLObjectType<LexiconComparison["collectionsRemoved"][number]>({
  name: "CollectionRemoval",
  description: "A collection that queries would no longer return.",
  fields: {
    id: { type: text },
    records: { type: new GraphQLNonNull(GraphQLInt), description: "The number of indexed records, which are kept." }
  }
});

/** The effect of a change to the Lexicons, or the differences between two versions. */
export const comparison = new GraphQLObjectType<LexiconComparison>({
  name: "LexiconComparison",
  description: "The effect of a change to the Lexicons.",
  fields: {
    digest: { type: text, description: "The digest of the set, as in its event." },
    unchanged: { type: new GraphQLNonNull(GraphQLBoolean) },
    completed: { type: texts, description: "The Lexicons added from the published ones." },
    notices: { type: listOf(lexiconNotice) },
    added: { type: texts },
    removed: { type: texts },
    changed: { type: listOf(change) },
    collectionsRemoved: { type: listOf(removal) },
    fieldsRemoved: {
      type: texts,
      description: "Fields of /graphql that would no longer exist, as Type.field.",
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
        "Previews uploadLexicons or addLexicons with this archive, without changing anything. Faults are reported in the same way, in `extensions.faults`.",
      args: {
        zipBase64: { type: text, description: "The archive in base64." },
        add: {
          type: new GraphQLNonNull(GraphQLBoolean),
          defaultValue: false,
          description: "True to preview addLexicons."
        }
      },
      resolve: (_source, given, context) => asAdmin(context, () => compareUpload(given))
    },
    compareLexiconRemoval: {
      type: new GraphQLNonNull(comparison),
      description: "Previews removeLexicons, without changing anything.",
      args: { ids: { type: texts, description: "NSIDs." } },
      resolve: (_source, given, context) => asAdmin(context, () => Effect.flatMap(readRemoval(given), compareLexicons))
    }
  }
};
