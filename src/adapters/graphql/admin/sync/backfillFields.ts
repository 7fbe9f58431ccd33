import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLList, GraphQLNonNull, GraphQLString } from "graphql";
import type { BackfillRequest } from "../../../../application/sync/backfill/BackfillRequest.ts";
import { cancelBackfill } from "../../../../application/sync/backfill/cancelBackfill.ts";
import { estimateBackfill } from "../../../../application/sync/backfill/estimateBackfill.ts";
import { type BackfillProgress, listBackfills } from "../../../../application/sync/backfill/listBackfills.ts";
import { startBackfill } from "../../../../application/sync/backfill/startBackfill.ts";
import type { Actor } from "../../../../domain/event/Envelope.ts";
import { type Backfill, speedOf } from "../../../../domain/sync/backfill/Backfill.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { backfill, backfillEstimate } from "./backfillTypes.ts";

const shown = new GraphQLNonNull(backfill);

/** How many backfills are listed. */
const listed = 50;

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const decodeArguments = <A, I>(schema: Schema.Schema<A, I>, given: unknown) =>
  Effect.orDie(Schema.decodeUnknown(schema)(given));

const actorOf = ({ admin }: AdminContext): Actor => ({ type: "admin", id: admin?.did ?? null });

const withSpeed = (started: Backfill) =>
  Effect.map(Clock.currentTimeMillis, (now): BackfillProgress => ({ ...started, ...speedOf(started, now) }));

const start = (request: BackfillRequest, context: AdminContext) =>
  Effect.flatMap(startBackfill(request, actorOf(context)), withSpeed);

const Account = Schema.Struct({ actor: Schema.String });
const Collection = Schema.Struct({ collection: Schema.String });
const Id = Schema.Struct({ id: Schema.String });

const startActor = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { actor } = yield* decodeArguments(Account, given);
  return yield* start({ kind: "actor", actors: [actor] }, context);
});

const startCollection = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { collection } = yield* decodeArguments(Collection, given);
  return yield* start({ kind: "collection", collection }, context);
});

const optional = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });
const Estimated = Schema.Struct({ actor: optional, collection: optional });

const estimate = Effect.fnUntraced(function* (given: unknown) {
  const { actor, collection } = yield* decodeArguments(Estimated, given);
  if (actor !== null) return yield* estimateBackfill({ kind: "actor", actors: [actor] });
  return yield* estimateBackfill(collection === null ? { kind: "all" } : { kind: "collection", collection });
});

const cancel = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { id } = yield* decodeArguments(Id, given);
  return yield* Effect.flatMap(cancelBackfill(id, actorOf(context)), withSpeed);
});

/** The admin API fields for backfills. */
export const backfillFields: Required<RootFields<AdminContext>> = {
  query: {
    backfills: {
      type: new GraphQLNonNull(new GraphQLList(shown)),
      description: `The last ${listed} backfills, newest first. For admins.`,
      resolve: (_source, _given, context) => asAdmin(context, () => listBackfills(null, listed))
    },
    backfillEstimate: {
      type: new GraphQLNonNull(backfillEstimate),
      description:
        "How much a backfill of an account or a collection, or without arguments of everything, would read. For admins.",
      args: { actor: { type: GraphQLString }, collection: { type: GraphQLString } },
      resolve: (_source, given, context) => asAdmin(context, () => estimate(given))
    }
  },
  mutation: {
    backfillActor: {
      type: shown,
      description:
        "Starts to index the repository of an account in the background. The account becomes known: its records are indexed in open and closed collections.",
      args: { actor: { type: text, description: "Its DID or handle." } },
      resolve: (_source, given, context) => asAdmin(context, () => startActor(given, context))
    },
    backfillCollection: {
      type: shown,
      description:
        "Starts to index every repository that has records of a collection, according to the relay, in the background.",
      args: { collection: { type: text, description: "The NSID of a collection in use." } },
      resolve: (_source, given, context) => asAdmin(context, () => startCollection(given, context))
    },
    backfillAll: {
      type: shown,
      description: "Starts to index every repository that the relay, or the PDS, hosts, in the background.",
      resolve: (_source, _given, context) => asAdmin(context, () => start({ kind: "all" }, context))
    },
    cancelBackfill: {
      type: shown,
      description: "Cancels a backfill. What it has indexed stays; repositories that are being read are finished.",
      args: { id: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, () => cancel(given, context))
    }
  }
};
