import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { GraphQLInputObjectType, GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import { type DeadLetterFilter, DeadLetterReason, everyDeadLetter } from "../../../../domain/sync/DeadLetters.ts";
import { knownAccount } from "../knownAccount.ts";
import { InvalidPage } from "../page/pageOf.ts";

/** The filter of dead letters. An empty one matches all of them. */
export const whereInput = new GraphQLInputObjectType({
  name: "DeadLetterFilter",
  description: "Which dead letters are meant: those that match every member. Without members, all of them.",
  fields: {
    ids: { type: new GraphQLList(new GraphQLNonNull(GraphQLString)) },
    collection: { type: GraphQLString },
    did: { type: GraphQLString, description: "The account: a DID, or a handle known to the service." },
    reason: { type: GraphQLString, description: `One of ${DeadLetterReason.literals.join(", ")}.` }
  }
});

const optional = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });
const Where = Schema.Struct({
  ids: Schema.optionalWith(Schema.NullOr(Schema.Array(Schema.String)), { exact: true, default: () => null }),
  collection: optional,
  did: optional,
  reason: optional
});

/** The argument `where` of a field. */
export const whereArgument = Schema.optionalWith(Schema.NullOr(Where), { exact: true, default: () => null });

const invalid = (member: string, reason: string) => new InvalidPage({ argument: `where.${member}`, reason });

const readReason = (reason: string | null) =>
  Either.mapLeft(Schema.decodeUnknownEither(Schema.NullOr(DeadLetterReason))(reason), () =>
    invalid("reason", `must be one of ${DeadLetterReason.literals.join(", ")}.`)
  );

const Id = Schema.NumberFromString.pipe(Schema.int(), Schema.positive(), Schema.lessThan(2 ** 53));
const readIds = (ids: ReadonlyArray<string> | null) =>
  Either.mapLeft(Schema.decodeEither(Schema.NullOr(Schema.Array(Id)))(ids), () =>
    invalid("ids", "has a text that is not the id of a dead letter.")
  );

/** Reads the filter of a field. */
export const readWhere = Effect.fnUntraced(function* (where: typeof Where.Type | null) {
  if (where === null) return everyDeadLetter;
  return {
    ids: yield* readIds(where.ids),
    collection: where.collection,
    did: yield* knownAccount(where.did),
    reason: yield* readReason(where.reason)
  } satisfies DeadLetterFilter;
});
