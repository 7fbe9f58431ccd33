import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { knownDid } from "../../../../application/accounts/findAccount.ts";
import {
  type BrowsedRecord,
  type BrowseRequest,
  browseRecords,
  countBrowsed,
  type RecordOrder
} from "../../../../application/records/browse/browseRecords.ts";
import { findRecord } from "../../../../application/records/browse/findRecord.ts";
import { indexedAgainText, indexRecordAgain } from "../../../../application/records/browse/indexRecordAgain.ts";
import { listCollections } from "../../../../application/records/browse/listCollections.ts";
import { recordOperators } from "../../../../application/records/browse/readCondition.ts";
import { explanationText } from "../../../../application/sync/explain/explanationText.ts";
import { readRecordUri } from "../../../../application/sync/explain/readRecordUri.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { type Connection, largestPage, pageArguments } from "../page/connection.ts";
import { InvalidPage } from "../page/pageOf.ts";
import {
  adminRecord,
  recordCollection,
  recordConditionInput,
  recordConnection,
  recordOrderInput,
  recordScope
} from "./recordTypes.ts";

const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true, default: () => null });

const Condition = Schema.Struct({
  property: Schema.String,
  operator: Schema.Literal(...recordOperators),
  value: optional(Schema.String)
});

const Order = Schema.Struct({
  by: Schema.Literal("indexed-at", "record-key", "author", "property"),
  property: optional(Schema.String),
  descending: Schema.Boolean
});

const Listed = Schema.Struct({
  collection: Schema.String,
  author: optional(Schema.String),
  rkey: optional(Schema.String),
  where: optional(Schema.Array(Condition)),
  scope: Schema.Literal("visible", "all", "hidden"),
  orderBy: optional(Order),
  first: Schema.Int,
  after: optional(Schema.String)
});
const OfCollection = Schema.Struct({ collection: optional(Schema.String) });
const OfUri = Schema.Struct({ uri: Schema.String });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const read = <A, I>(schema: Schema.Schema<A, I>, given: unknown) => Effect.orDie(Schema.decodeUnknown(schema)(given));

const orderOf = (given: typeof Order.Type | null): RecordOrder => {
  if (given === null) return { by: "indexed-at", descending: true };
  const { by, descending, property } = given;
  return by === "property" ? { by, property: property ?? "", descending } : { by, descending };
};

const list = Effect.fnUntraced(function* (given: unknown, run: AdminContext["run"]) {
  const { after, author, collection, first, orderBy, rkey, scope, where } = yield* read(Listed, given);
  if (first < 1 || first > largestPage)
    return yield* new InvalidPage({ argument: "first", reason: `must be from 1 to ${largestPage}.` });
  const request: BrowseRequest = {
    collection,
    author: author === null ? null : yield* knownDid(author),
    rkey,
    where: where ?? [],
    scope,
    order: orderOf(orderBy)
  };
  const { hasNextPage, records } = yield* browseRecords(request, after, first);
  const edges = records.map(({ cursor, ...node }) => ({ node, cursor }));
  // Counting all records of a large collection may take longer than a statement may.
  const totalCount = () => run(Effect.orElseSucceed(countBrowsed(request), () => null));
  return { edges, hasNextPage, totalCount } satisfies Connection<BrowsedRecord>;
});

const find = Effect.fnUntraced(function* (given: unknown) {
  const { uri } = yield* read(OfUri, given);
  return yield* findRecord(yield* readRecordUri(uri));
});

interface IndexedAgain {
  readonly message: string;
  readonly record: BrowsedRecord | null;
}

const indexAgain = Effect.fnUntraced(function* (given: unknown) {
  const uri = yield* readRecordUri((yield* read(OfUri, given)).uri);
  const found = yield* indexRecordAgain(uri);
  const message = indexedAgainText(found, explanationText(found).sentence);
  return { message, record: yield* findRecord(uri) } satisfies IndexedAgain;
});

const indexedAgain = new GraphQLObjectType<IndexedAgain, AdminContext>({
  name: "IndexedAgain",
  description: "What indexing a record again led to.",
  fields: {
    message: { type: text },
    record: { type: adminRecord, description: "The record as it is indexed now; null if it is not." }
  }
});

/** The admin API fields for indexed records. */
export const recordFields: Required<RootFields<AdminContext>> = {
  query: {
    recordCollections: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(recordCollection))),
      description: "The collections of the Lexicons in use, or the one that is named. For admins.",
      args: { collection: { type: GraphQLString } },
      resolve: (_source, given, context) =>
        asAdmin(context, () =>
          Effect.flatMap(read(OfCollection, given), ({ collection }) => listCollections(collection))
        )
    },
    adminRecords: {
      type: new GraphQLNonNull(recordConnection),
      description: "The records of a collection, hidden ones included if the scope says so. For admins.",
      args: {
        collection: { type: text },
        author: { type: GraphQLString, description: "A DID, or a handle known to the service." },
        rkey: { type: GraphQLString, description: "The record key, or its beginning." },
        where: {
          type: new GraphQLList(new GraphQLNonNull(recordConditionInput)),
          description: "Conditions that all must hold."
        },
        scope: { type: new GraphQLNonNull(recordScope), defaultValue: "visible" },
        orderBy: { type: recordOrderInput, description: "By default the last indexed come first." },
        ...pageArguments(50)
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given, context.run))
    },
    adminRecord: {
      type: adminRecord,
      description: "The indexed record at an AT URI, also while it is hidden; null if it is not indexed. For admins.",
      args: { uri: { type: text, description: "With a DID or a handle." } },
      resolve: (_source, given, context) => asAdmin(context, () => find(given))
    }
  },
  mutation: {
    indexRecord: {
      type: new GraphQLNonNull(indexedAgain),
      description:
        "Reads a record from the PDS of its account again, verifies it, and makes the index match. It is removed from the index if the account no longer has it.",
      args: { uri: { type: text, description: "With a DID or a handle." } },
      resolve: (_source, given, context) => asAdmin(context, () => indexAgain(given))
    }
  }
};
