import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import { abortSentences } from "../../../../application/audit/failureSentences.ts";
import type { BackfillEstimate } from "../../../../application/sync/backfill/estimateBackfill.ts";
import type { BackfillProgress } from "../../../../application/sync/backfill/listBackfills.ts";
import { isoTime, isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text, time } from "../../schema/scalars/requiredTypes.ts";

const count = new GraphQLNonNull(GraphQLInt);
const number = new GraphQLNonNull(GraphQLFloat);

const state = new GraphQLEnumType({
  name: "BackfillState",
  values: {
    RUNNING: { value: "running" },
    COMPLETED: { value: "completed" },
    CANCELLED: { value: "cancelled" },
    ABORTED: { value: "aborted", description: "The repositories could not be listed." }
  }
});

const kind = new GraphQLEnumType({
  name: "BackfillKind",
  description: "What a backfill covers.",
  values: {
    ACTOR: { value: "actor", description: "The repositories of accounts." },
    COLLECTION: { value: "collection", description: "Every repository that has records of a collection." },
    ALL: { value: "all", description: "Every repository that the relay, or the PDS, hosts." }
  }
});

/** How much a backfill would read. */
export const backfillEstimate = new GraphQLObjectType<BackfillEstimate>({
  name: "BackfillEstimate",
  description: "How much a backfill would read. Bytes and seconds follow from earlier backfills.",
  fields: {
    repositories: { type: count, description: "The repositories that were counted." },
    isExact: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Whether there are no more. Only the first 10 pages of the relay are counted."
    },
    bytes: { type: GraphQLFloat, description: "Null before the first backfill was completed." },
    seconds: { type: GraphQLFloat, description: "Null before the first backfill was completed." }
  }
});

/** A backfill and its progress. */
export const backfill = new GraphQLObjectType<BackfillProgress>({
  name: "Backfill",
  description: "The indexing of many repositories, and how far it is.",
  fields: {
    id: { type: text },
    kind: { type: new GraphQLNonNull(kind), resolve: ({ target }) => target.kind },
    dids: {
      type: new GraphQLNonNull(new GraphQLList(text)),
      description: "The accounts of an ACTOR backfill.",
      resolve: ({ target }) => (target.kind === "actor" ? target.dids : [])
    },
    collection: {
      type: GraphQLString,
      description: "The collection of a COLLECTION backfill.",
      resolve: ({ target }) => (target.kind === "collection" ? target.collection : null)
    },
    state: { type: new GraphQLNonNull(state) },
    reason: {
      type: GraphQLString,
      description: "Why it was ABORTED, as a sentence.",
      resolve: ({ abortReason }) => (abortReason === null ? null : abortSentences[abortReason])
    },
    startedAt: { type: time, resolve: ({ startedAt }) => isoTime(startedAt) },
    endedAt: { type: dateTimeScalar, resolve: ({ endedAt }) => isoTimeOrNull(endedAt) },
    isListed: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Whether all its repositories are known, so that `repositories` is final."
    },
    repositories: { type: count, description: "The repositories that are known so far." },
    processed: { type: count, description: "Those that were processed, including those that failed." },
    failed: { type: count },
    records: { type: count, description: "The records that were stored." },
    bytes: { type: number, description: "The bytes that were received." },
    repositoriesPerSecond: { type: number },
    secondsLeft: { type: GraphQLInt, description: "The estimated time left; null while it is not known." }
  }
});
