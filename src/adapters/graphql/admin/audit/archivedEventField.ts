import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { type GraphQLFieldConfig, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { type FoundArchived, findArchived } from "../../../../application/retention/findArchived.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";

const count = new GraphQLNonNull(GraphQLInt);

const archivedEvent = new GraphQLObjectType<FoundArchived>({
  name: "AuditArchivedEvent",
  description: "What the database keeps of an event that was archived, and the archive that has it.",
  fields: {
    position: { type: count, description: "Its place in the log.", resolve: ({ row }) => row.position },
    stream: { type: text, description: "What it happened to.", resolve: ({ row }) => row.stream },
    version: { type: count, description: "Its place in the stream.", resolve: ({ row }) => row.version },
    leafHash: { type: text, description: "Its leaf hash, in base64url.", resolve: ({ row }) => row.leafHash },
    class: { type: text, description: "The class of AUDIT_RETENTION.", resolve: ({ row }) => row.class },
    file: {
      type: GraphQLString,
      description:
        "The file of the archive, which `tidemark audit export --archive` prints. Null if no event names the archive, so that the log does not hold.",
      resolve: ({ archive }) => archive?.named.file ?? null
    },
    namedAt: {
      type: GraphQLInt,
      description: "The position of the event that names the archive.",
      resolve: ({ archive }) => archive?.position ?? null
    }
  }
});

const Position = Schema.Struct({ position: Schema.Int });

/** Returns where an archived event is. */
export const archivedEventField: GraphQLFieldConfig<unknown, AdminContext> = {
  type: archivedEvent,
  description: "Where an archived event is, by its position. Null for an event that was not archived. For admins.",
  args: { position: { type: count } },
  resolve: (_source, given, context) =>
    asAdmin(context, () =>
      Effect.flatMap(Effect.orDie(Schema.decodeUnknown(Position)(given)), ({ position }) =>
        position < 1 ? Effect.succeed(null) : findArchived(position)
      )
    )
};
