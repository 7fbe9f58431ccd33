import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { dropDeadLetters } from "../../../../application/sync/deadLetters/dropDeadLetters.ts";
import { listDeadLetters, type ShownDeadLetter } from "../../../../application/sync/deadLetters/listDeadLetters.ts";
import { retryDeadLetters } from "../../../../application/sync/deadLetters/retryDeadLetters.ts";
import type { RetryCounts } from "../../../../application/sync/deadLetters/retryPage.ts";
import { DeadLetters } from "../../../../domain/sync/DeadLetters.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { jsonScalar } from "../../schema/scalars/jsonScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { type Connection, connectionOf, pageArguments } from "../page/connection.ts";
import { pageOf } from "../page/pageOf.ts";
import { readWhere, whereArgument, whereInput } from "./deadLetterFilter.ts";

const deadLetter = new GraphQLObjectType<ShownDeadLetter>({
  name: "DeadLetter",
  description: "Something that arrived and is not in the index.",
  fields: {
    id: { type: text, resolve: ({ id }) => `${id}` },
    source: { type: text, description: "The kind of the source, or backfill." },
    did: { type: GraphQLString },
    handle: { type: GraphQLString, description: "Null if it is unknown." },
    collection: { type: GraphQLString },
    uri: { type: GraphQLString, description: "Null if it is not a record." },
    cid: { type: GraphQLString },
    rev: { type: GraphQLString },
    reason: { type: text, description: "Why, as a code." },
    message: { type: text, description: "Why, as a sentence. It names the field that is not valid." },
    value: { type: jsonScalar, description: "The record; null if it cannot be represented." },
    bytes: {
      type: GraphQLString,
      description: "The first bytes of an event that cannot be read, in Base64.",
      resolve: ({ bytes }) => (bytes === null ? null : Encoding.encodeBase64(bytes))
    },
    receivedAt: {
      type: new GraphQLNonNull(dateTimeScalar),
      resolve: ({ receivedAt }) => new Date(receivedAt).toISOString()
    }
  }
});

const count = new GraphQLNonNull(GraphQLInt);

const retryOutcome = new GraphQLObjectType<RetryCounts>({
  name: "RetryOutcome",
  description: "What became of dead letters that were tried again.",
  fields: {
    tried: { type: count },
    indexed: { type: count, description: "Those whose records are indexed now." },
    gone: { type: count, description: "Those whose records no longer exist." }
  }
});

const after = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });
const Listed = Schema.Struct({ first: Schema.Int, after, where: whereArgument });
const Meant = Schema.Struct({ where: whereArgument });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const decodeArguments = <A, I>(schema: Schema.Schema<A, I>, given: unknown) =>
  Effect.orDie(Schema.decodeUnknown(schema)(given));

const list = Effect.fnUntraced(function* (given: unknown, run: AdminContext["run"]) {
  const { where, ...page } = yield* decodeArguments(Listed, given);
  const filter = yield* readWhere(where);
  const found = yield* pageOf(page, (before, limit) =>
    Effect.map(listDeadLetters(filter, before, limit), (letters) =>
      letters.map((letter) => ({ ...letter, position: letter.id }))
    )
  );
  const count = Effect.flatMap(DeadLetters, (letters) => letters.count(filter));
  return { ...found, totalCount: () => run(count) } satisfies Connection<ShownDeadLetter>;
});

const drop = Effect.fnUntraced(function* (given: unknown, { admin }: AdminContext) {
  const { where } = yield* decodeArguments(Meant, given);
  return yield* dropDeadLetters(yield* readWhere(where), { type: "admin", id: admin?.did ?? null });
});

const retry = Effect.fnUntraced(function* (given: unknown) {
  const { where } = yield* decodeArguments(Meant, given);
  return yield* retryDeadLetters(yield* readWhere(where));
});

/** The admin API fields for dead letters. */
export const deadLetterFields: Required<RootFields<AdminContext>> = {
  query: {
    deadLetters: {
      type: new GraphQLNonNull(connectionOf(deadLetter)),
      description:
        "What arrived over live sync or in a backfill and is not in the index, newest first. A record that is not valid by its Lexicon is tried again after an import of Lexicons. For admins.",
      args: { ...pageArguments(50), where: { type: whereInput } },
      resolve: (_source, given, context) => asAdmin(context, () => list(given, context.run))
    }
  },
  mutation: {
    retryDeadLetters: {
      type: new GraphQLNonNull(retryOutcome),
      description:
        "Tries dead letters again by the Lexicons in use. An import of Lexicons does the same for the collections in the set.",
      args: { where: { type: new GraphQLNonNull(whereInput) } },
      resolve: (_source, given, context) => asAdmin(context, () => retry(given))
    },
    dropDeadLetters: {
      type: new GraphQLNonNull(GraphQLInt),
      description: "Removes dead letters, and returns their number. They are not tried again.",
      args: { where: { type: new GraphQLNonNull(whereInput) } },
      resolve: (_source, given, context) => asAdmin(context, () => drop(given, context))
    }
  }
};
