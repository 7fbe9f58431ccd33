import * as Effect from "effect/Effect";
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import { KnownActors } from "../../../../domain/record/index/KnownActors.ts";
import { listOf, text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { definitionsIn, type ShownDefinition, type ShownProperty } from "./lexiconTypes.ts";
import { summaryOf } from "./summaryOf.ts";

/** A document of a set of Lexicons. */
export interface ShownLexicon {
  readonly id: string;
  readonly set: LexiconSet;
  readonly document: Readonly<Record<string, unknown>>;
}

const texts = new GraphQLNonNull(new GraphQLList(text));

const property = new GraphQLObjectType<ShownProperty>({
  name: "LexiconProperty",
  description: "A property of a record or an object, and the field of /graphql that returns it.",
  fields: {
    name: { type: text },
    field: { type: text, description: "The name of the field." },
    type: { type: GraphQLString, description: "The GraphQL type of the field; null if the API has no such field." },
    isRequired: { type: new GraphQLNonNull(GraphQLBoolean), description: "Whether a valid record has it." },
    constraints: { type: texts, description: "Limits and formats, such as `maxLength 32`." },
    description: { type: GraphQLString },
    references: { type: texts, description: "The NSIDs of the Lexicons that it refers to." }
  }
});

const definition = new GraphQLObjectType<ShownDefinition>({
  name: "LexiconDefinition",
  description: "A record or an object that a Lexicon defines.",
  fields: {
    name: { type: text, description: "`main`, or the name behind the #." },
    type: { type: text, description: "The GraphQL type." },
    description: { type: GraphQLString },
    properties: { type: listOf(property) }
  }
});

const isCollection = ({ id, set }: ShownLexicon): boolean => set.collections.some(({ nsid }) => nsid === id);

/** The admin API type for an active Lexicon. */
export const lexicon = new GraphQLObjectType<ShownLexicon, AdminContext>({
  name: "Lexicon",
  description: "An active Lexicon.",
  fields: {
    id: { type: text, description: "Its NSID." },
    isCollection: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Whether it defines records.",
      resolve: isCollection
    },
    isCompleted: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Whether it was added from the published Lexicons, because records refer to it and no import supplied it.",
      resolve: ({ id, set }) => set.completed.includes(id)
    },
    summary: {
      type: text,
      description: "Its description, otherwise the names that it defines.",
      resolve: ({ document }) => summaryOf(document)
    },
    records: {
      type: GraphQLInt,
      description: "The number of its visible records; null for a Lexicon that is not a collection.",
      resolve: (shown, _given, context) =>
        isCollection(shown)
          ? asAdmin(context, () => Effect.flatMap(KnownActors, (actors) => actors.records(shown.id)))
          : null
    },
    definitions: {
      type: listOf(definition),
      description: "The records and objects that it defines, with their fields in /graphql.",
      resolve: ({ document, set }) => definitionsIn(set, document)
    },
    json: {
      type: text,
      description: "The document as it was imported, as JSON text.",
      resolve: ({ document }) => JSON.stringify(document)
    }
  }
});

/** Returns the documents of a set. */
export const shownLexicons = (set: LexiconSet): ReadonlyArray<ShownLexicon> =>
  set.documents.map((document) => ({ id: String(document.id), set, document }));
