import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLEnumType, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { readActivity, readStatistics } from "../../../application/audit/readStatistics.ts";
import { type ActivityRange, activityRanges } from "../../../domain/audit/ActivityRange.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { listOf, time } from "../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "./AdminContext.ts";
import { asAdmin } from "./asAdmin.ts";

const count = new GraphQLNonNull(GraphQLInt);

const collectionCount = new GraphQLObjectType({
  name: "CollectionCount",
  fields: { id: { type: new GraphQLNonNull(GraphQLString) }, records: { type: count } }
});

const statistics = new GraphQLObjectType({
  name: "Statistics",
  description: "The content of the instance.",
  fields: {
    records: { type: count, description: "Indexed records of all collections." },
    actors: { type: count, description: "Accounts known to the index." },
    collections: { type: listOf(collectionCount) },
    clients: { type: count, description: "Registered OAuth clients." },
    activeAuthorizations: { type: count, description: "Active authorizations." },
    events: { type: count, description: "Events in the log." },
    lexicons: { type: count, description: "Active Lexicons." }
  }
});

const bucket = new GraphQLObjectType({
  name: "ActivityBucket",
  description: "The number of events of each kind recorded from `at`. Each event counts once.",
  fields: {
    at: { type: time },
    logins: { type: count, description: "Sign-ins of users." },
    refreshes: { type: count, description: "Token refreshes by apps." },
    writes: { type: count, description: "Written records and blobs." },
    failures: { type: count, description: "Refusals and failures." },
    other: { type: count, description: "All other events." }
  }
});

const activity = new GraphQLObjectType({
  name: "Activity",
  description: "The activity of the instance in buckets of equal length, including empty ones.",
  fields: {
    from: { type: time },
    to: { type: time, description: "The end of the current bucket." },
    bucketSeconds: { type: count },
    buckets: { type: listOf(bucket), description: "Oldest first." }
  }
});

const activityRange = new GraphQLEnumType({
  name: "ActivityRange",
  values: Object.fromEntries(Object.keys(activityRanges).map((range) => [range, { value: range }]))
});

const isRange = (text: string): text is ActivityRange => Object.hasOwn(activityRanges, text);
const Range = Schema.Struct({ range: Schema.String.pipe(Schema.filter(isRange)) });

const readRange = Effect.fnUntraced(function* (given: unknown) {
  const { range } = yield* Effect.orDie(Schema.decodeUnknown(Range)(given));
  const { bucketSeconds, buckets, from, to } = yield* readActivity(range);
  const shown = buckets.map(({ at, ...counts }) => ({ at: isoTime(at), ...counts }));
  return { from: isoTime(from), to: isoTime(to), bucketSeconds, buckets: shown };
});

/** The admin API fields for the content and activity of the instance. */
export const statisticsFields: RootFields<AdminContext> = {
  query: {
    statistics: {
      type: new GraphQLNonNull(statistics),
      description: "The content of the instance in numbers. For admins.",
      resolve: (_source, _given, context) => asAdmin(context, readStatistics)
    },
    activity: {
      type: new GraphQLNonNull(activity),
      description: "The activity of the instance up to now. For admins.",
      args: { range: { type: new GraphQLNonNull(activityRange), defaultValue: "DAY" } },
      resolve: (_source, given, context) => asAdmin(context, () => readRange(given))
    }
  }
};
