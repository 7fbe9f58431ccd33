import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { isJsonObject } from "../../../../domain/json/isJsonObject.ts";
import { LexiconCatalog } from "../../../../domain/lexicon/model/LexiconCatalog.ts";
import { didYouMean } from "../../../../domain/text/closestMatch.ts";
import { declareTool } from "./declareTool.ts";
import { ToolOutcome } from "./McpTool.ts";

const currentLexicons = Effect.flatMap(LexiconCatalog, ({ current }) => current);

/** Lists the collections and all documents of the active Lexicons. */
export const listLexicons = declareTool({
  name: "list_lexicons",
  title: "List Lexicons",
  description:
    "Lists the Lexicons (AT Protocol schemas) that this service indexes: the collections of records with their descriptions and property names, and the ids of all documents. Start here.",
  given: Schema.Struct({}),
  properties: {},
  call: () =>
    Effect.map(currentLexicons, ({ collections, documents }) =>
      ToolOutcome.Done({
        content: {
          collections: collections.map(({ description, nsid, properties }) => ({
            nsid,
            description,
            properties: properties.map(({ name }) => name)
          })),
          documents: documents.map(({ id }) => String(id))
        }
      })
    )
});

/** Returns one document of the active Lexicons. */
export const getLexicon = declareTool({
  name: "get_lexicon",
  title: "Get a Lexicon",
  description: "Returns one Lexicon document as JSON, by its NSID such as xyz.statusphere.status.",
  given: Schema.Struct({ nsid: Schema.String }),
  properties: { nsid: { type: "string", description: "The NSID of the document." } },
  required: ["nsid"],
  call: ({ nsid }) =>
    Effect.map(currentLexicons, ({ documents }) => {
      const document = documents.find(({ id }) => id === nsid);
      const ids = documents.map(({ id }) => String(id));
      return isJsonObject(document)
        ? ToolOutcome.Done({ content: { lexicon: document } })
        : ToolOutcome.Failed({
            message: `nsid: no active Lexicon has the id ${nsid}${didYouMean(nsid, ids)}. list_lexicons returns all ids.`
          });
    })
});
