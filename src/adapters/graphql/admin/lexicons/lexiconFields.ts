import * as Effect from "effect/Effect";
import { GraphQLBoolean, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import type { ClientManager } from "../../../../application/clients/registration/ClientManager.ts";
import { changeLexicons } from "../../../../application/lexicons/changeLexicons.ts";
import type { LexiconRequest } from "../../../../domain/lexicon/import/LexiconRequest.ts";
import { LexiconCatalog } from "../../../../domain/lexicon/model/LexiconCatalog.ts";
import type { LexiconSet } from "../../../../domain/lexicon/model/LexiconSet.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { lexiconNotice } from "./lexiconNotice.ts";
import { lexicon, shownLexicons } from "./lexiconType.ts";
import { readRemoval } from "./readRemoval.ts";
import { readUpload } from "./readUpload.ts";

const fromCurrent = <A>(context: AdminContext, read: (set: LexiconSet) => A) =>
  asAdmin(context, () => Effect.flatMap(LexiconCatalog, (catalog) => Effect.map(catalog.current, read)));

const change = Effect.fnUntraced(function* (request: LexiconRequest, manager: ClientManager) {
  const actor = { type: "admin", id: manager._tag === "Admin" ? manager.did : null } as const;
  yield* changeLexicons(request, actor, () => Effect.void);
  return true;
});

const upload = (context: AdminContext, tag: "Add" | "Replace", given: unknown) =>
  asAdmin(context, (manager) => Effect.flatMap(readUpload(given), (files) => change({ _tag: tag, files }, manager)));

const archive = { type: new GraphQLNonNull(GraphQLString), description: "The archive in base64." };

/** The admin API fields for the Lexicons of the instance. */
export const lexiconFields: Required<RootFields<AdminContext>> = {
  query: {
    lexicons: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(lexicon))),
      description: "The active Lexicons, sorted by id. For admins.",
      resolve: (_source, _arguments, context) => fromCurrent(context, shownLexicons)
    },
    lexicon: {
      type: lexicon,
      description: "An active Lexicon by its id, or null. For admins.",
      args: { id: { type: new GraphQLNonNull(GraphQLString), description: "Its NSID." } },
      resolve: (_source, given, context) =>
        fromCurrent(context, (set) => shownLexicons(set).find(({ id }) => id === given.id) ?? null)
    },
    lexiconNotices: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(lexiconNotice))),
      description: "The notices about the active Lexicons. For admins.",
      resolve: (_source, _arguments, context) => fromCurrent(context, ({ notices }) => notices)
    }
  },
  mutation: {
    uploadLexicons: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Replaces all Lexicons by those of a zip archive, in any folders. If there is a fault, nothing changes, and `extensions.faults` lists all faults by file, path and reason. For admins.",
      args: { zipBase64: archive },
      resolve: (_source, given, context) => upload(context, "Replace", given)
    },
    addLexicons: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Adds the Lexicons of a zip archive to the active ones. Each replaces the Lexicon with the same id; all others stay. Faults are reported as for uploadLexicons. For admins.",
      args: { zipBase64: archive },
      resolve: (_source, given, context) => upload(context, "Add", given)
    },
    removeLexicons: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Removes active Lexicons. Indexed records are kept; compareLexiconRemoval reports how many of them queries would no longer return. For admins.",
      args: {
        ids: {
          type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(GraphQLString))),
          description: "NSIDs. One that is not active is a fault, and nothing changes."
        }
      },
      resolve: (_source, given, context) =>
        asAdmin(context, (manager) => Effect.flatMap(readRemoval(given), (request) => change(request, manager)))
    }
  }
};
