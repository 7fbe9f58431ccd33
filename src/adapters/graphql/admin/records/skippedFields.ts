import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import {
  countSkipped,
  listSkipped,
  type ShownSkippedRecord
} from "../../../../application/sync/backfill/listSkipped.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { knownAccount } from "../knownAccount.ts";
import { type Connection, connectionOf, pageArguments } from "../page/connection.ts";
import { pageOf } from "../page/pageOf.ts";

const skippedRecord = new GraphQLObjectType<ShownSkippedRecord>({
  name: "SkippedRecord",
  description: "A record of a repository that is not in the index.",
  fields: {
    uri: { type: text, description: "Not a valid AT URI if its key is not a valid record key." },
    cid: { type: text },
    reason: { type: text, description: "Why, as a code." },
    message: { type: text, description: "Why, as a sentence." },
    did: { type: text },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    rev: { type: text, description: "The revision of the repository." },
    indexedAt: {
      type: new GraphQLNonNull(dateTimeScalar),
      description: "When the record was received.",
      resolve: ({ indexedAt }) => new Date(indexedAt).toISOString()
    }
  }
});

const optional = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });
const Listed = Schema.Struct({ did: optional, first: Schema.Int, after: optional });

const list = Effect.fnUntraced(function* (given: unknown, run: AdminContext["run"]) {
  // graphql-js has validated the arguments.
  const { did: account, ...page } = yield* Effect.orDie(Schema.decodeUnknown(Listed)(given));
  const did = yield* knownAccount(account);
  const found = yield* pageOf(page, (after, limit) => listSkipped(did, after, limit));
  return { ...found, totalCount: () => run(countSkipped(did)) } satisfies Connection<ShownSkippedRecord>;
});

/** The admin API field for records that indexing skipped. */
export const skippedFields: RootFields<AdminContext> = {
  query: {
    skippedRecords: {
      type: new GraphQLNonNull(connectionOf(skippedRecord)),
      description:
        "The records that are not in the index, newest first, up to 1,000 per account: those of the dead letters. For admins.",
      args: {
        did: { type: GraphQLString, description: "The account: a DID, or a handle known to the service." },
        ...pageArguments(50)
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given, context.run))
    }
  }
};
