import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { changeLexicons } from "../../../../application/lexicons/changeLexicons.ts";
import { compareLexicons } from "../../../../application/lexicons/compareLexicons.ts";
import { compareVersions } from "../../../../application/lexicons/compareVersions.ts";
import { type LexiconVersion, lexiconVersions } from "../../../../application/lexicons/lexiconVersions.ts";
import { KnownActors } from "../../../../domain/record/index/KnownActors.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { comparison } from "./comparisonFields.ts";

const integer = new GraphQLNonNull(GraphQLInt);

type NamedVersion = LexiconVersion & { readonly actorHandle: string | null };

const version = new GraphQLObjectType<NamedVersion>({
  name: "LexiconVersion",
  description: "A set of Lexicons that is or was active, as its import was recorded.",
  fields: {
    version: { type: integer, description: "1 for the first import." },
    digest: { type: text },
    ids: {
      type: new GraphQLNonNull(new GraphQLList(text)),
      description: "The NSIDs of its documents, including those that completed the set."
    },
    importedAt: { type: text, description: "ISO 8601." },
    actorType: {
      type: text,
      description: "Who imported it: admin, operator or system.",
      resolve: ({ actor }) => actor.type
    },
    actorId: { type: GraphQLString, description: "The DID of an admin.", resolve: ({ actor }) => actor.id },
    actorHandle: { type: GraphQLString, description: "Their current handle, if the service knows it." },
    position: { type: integer, description: "The position of the event in the log." },
    isActive: { type: new GraphQLNonNull(GraphQLBoolean) }
  }
});

const named = Effect.fnUntraced(function* () {
  const versions = yield* lexiconVersions();
  const dids = [...new Set(versions.flatMap(({ actor }) => (actor.id === null ? [] : [actor.id])))];
  const handles = yield* Effect.flatMap(KnownActors, (actors) => actors.handles(dids));
  return versions.map((each): NamedVersion => ({ ...each, actorHandle: handles.get(each.actor.id ?? "") ?? null }));
});

const decodePair = Schema.decodeUnknown(Schema.Struct({ from: Schema.Int, to: Schema.Int }));
const decodeVersion = Schema.decodeUnknown(Schema.Struct({ version: Schema.Int }));

const requestOf = (given: unknown) =>
  Effect.map(
    Effect.orDie(decodeVersion(given)),
    ({ version: wanted }) => ({ _tag: "Restore", version: wanted }) as const
  );

/** The admin API fields for the versions of the set of Lexicons. */
export const versionFields: Required<RootFields<AdminContext>> = {
  query: {
    lexiconVersions: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(version))),
      description: "All versions of the set of Lexicons, newest first. For admins.",
      resolve: (_source, _given, context) => asAdmin(context, named)
    },
    compareLexiconVersions: {
      type: new GraphQLNonNull(comparison),
      description:
        "The differences between two versions of the set. Numbers of records are those of the index now. For admins.",
      args: { from: { type: integer }, to: { type: integer } },
      resolve: (_source, given, context) =>
        asAdmin(context, () =>
          Effect.flatMap(Effect.orDie(decodePair(given)), ({ from, to }) => compareVersions(from, to))
        )
    },
    compareLexiconRestore: {
      type: new GraphQLNonNull(comparison),
      description: "Previews restoreLexicons, without changing anything. For admins.",
      args: { version: { type: integer } },
      resolve: (_source, given, context) => asAdmin(context, () => Effect.flatMap(requestOf(given), compareLexicons))
    }
  },
  mutation: {
    restoreLexicons: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Makes an earlier version of the set active again, exactly as it was, as a new version. Indexed records are kept. For admins.",
      args: { version: { type: integer, description: "As lexiconVersions numbers it." } },
      resolve: (_source, given, context) =>
        asAdmin(context, (manager) => {
          const actor = { type: "admin", id: manager._tag === "Admin" ? manager.did : null } as const;
          return Effect.flatMap(requestOf(given), (request) =>
            Effect.as(
              changeLexicons(request, actor, () => Effect.void),
              true
            )
          );
        })
    }
  }
};
