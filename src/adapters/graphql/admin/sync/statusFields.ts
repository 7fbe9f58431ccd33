import {
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import {
  type CollectionReport,
  readSyncStatus,
  type SourceStatus,
  type SyncStatus
} from "../../../../application/sync/status/readSyncStatus.ts";
import { sourceErrorText } from "../../../../application/sync/status/sourceErrorText.ts";
import type { MinuteCount } from "../../../../domain/sync/stream/SyncReports.ts";
import type { SourceState } from "../../../../domain/sync/stream/sourceState.ts";
import { isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { flag, text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { sourceStateNames } from "./sourceStateNames.ts";

const count = new GraphQLNonNull(GraphQLInt);

const states = new GraphQLEnumType({
  name: "SyncState",
  description: "How live sync is connected to its source.",
  values: {
    OFF: { description: "Live sync is off." },
    CONNECTED: { description: "The source is connected." },
    DISCONNECTED: { description: "The connection was lost or cannot be established. It is tried again." },
    UNATTENDED: { description: "No process has reported about the source for 15 seconds." }
  }
});

const minute = new GraphQLObjectType<MinuteCount>({
  name: "SyncMinute",
  description: "What arrived from the source within one minute.",
  fields: {
    at: {
      type: new GraphQLNonNull(dateTimeScalar),
      description: "The start of the minute.",
      resolve: (counted) => isoTimeOrNull(counted.minute)
    },
    events: { type: count },
    records: { type: count, description: "The record changes among them that belong into the index." }
  }
});

const collection = new GraphQLObjectType<CollectionReport>({
  name: "SyncCollection",
  description: "What the source reports of one collection in use.",
  fields: {
    collection: { type: text },
    lastEventAt: {
      type: dateTimeScalar,
      description: "When a change of one of its records last arrived, whoever the author is; null for never.",
      resolve: (reported) => isoTimeOrNull(reported.lastEventAt)
    }
  }
});

const silentSince = (state: SourceState): number | null => (state._tag === "Connected" ? state.silentSince : null);

/** Resolves a field about the source; `off` is the value while live sync is off. */
const ofSource =
  <A>(off: A, read: (followed: SourceStatus) => A) =>
  ({ followed }: SyncStatus): A =>
    followed === null ? off : read(followed);

const syncStatus = new GraphQLObjectType<SyncStatus>({
  name: "SyncStatus",
  description:
    "The state of live sync as all processes of the instance see it. Everything about the source is reported by the process that follows it; records that users write through this instance do not count.",
  fields: {
    source: {
      type: text,
      description: "What is followed: off, jetstream, firehose or tap.",
      resolve: ofSource("off", ({ source }) => source.kind)
    },
    address: {
      type: GraphQLString,
      description: "The WebSocket address of the source; null while live sync is off.",
      resolve: ofSource<string | null>(null, ({ source }) => source.address)
    },
    state: { type: new GraphQLNonNull(states), resolve: ofSource("OFF", ({ state }) => sourceStateNames[state._tag]) },
    since: {
      type: dateTimeScalar,
      description: "When this state began; for UNATTENDED, when the last report was made. Null if that is unknown.",
      resolve: ofSource<string | null>(null, ({ state }) => isoTimeOrNull(state.since))
    },
    connected: { type: flag, resolve: ofSource(false, ({ state }) => state._tag === "Connected") },
    silentSince: {
      type: dateTimeScalar,
      description: "Since when the connected source has sent nothing; null if it is not connected.",
      resolve: ofSource<string | null>(null, ({ state }) => isoTimeOrNull(silentSince(state)))
    },
    cursor: {
      type: GraphQLString,
      description: "The position up to which the events are stored; null before the first event.",
      resolve: ofSource<string | null>(null, ({ cursor }) => (cursor.cursor === null ? null : `${cursor.cursor}`))
    },
    cursorTime: {
      type: dateTimeScalar,
      description: "When the source saw the event at the cursor; null if it does not say.",
      resolve: ofSource<string | null>(null, ({ cursor }) => isoTimeOrNull(cursor.time))
    },
    lagSeconds: {
      type: GraphQLFloat,
      description: "The time since the event at the cursor. It grows while the source sends nothing.",
      resolve: ofSource<number | null>(null, ({ lag }) => (lag === null ? null : lag / 1000))
    },
    eventsPerSecond: {
      type: new GraphQLNonNull(GraphQLFloat),
      description: "The average of the last minute.",
      resolve: ofSource(0, (followed) => followed.eventsPerSecond)
    },
    lastEventAt: {
      type: dateTimeScalar,
      description: "When the last event arrived from the source; null if none has.",
      resolve: ofSource<string | null>(null, ({ lastEventAt }) => isoTimeOrNull(lastEventAt))
    },
    lastError: {
      type: GraphQLString,
      description: "Why the connection ended last, as a sentence; null if it never did.",
      resolve: ofSource<string | null>(null, ({ lastError }) =>
        lastError === null ? null : sourceErrorText(lastError)
      )
    },
    lastErrorAt: {
      type: dateTimeScalar,
      resolve: ofSource<string | null>(null, ({ lastError }) => isoTimeOrNull(lastError?.at ?? null))
    },
    minutes: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(minute))),
      description: "The last 60 minutes, oldest first; empty while live sync is off.",
      resolve: ofSource<ReadonlyArray<MinuteCount>>([], ({ minutes }) => minutes)
    },
    collections: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(collection))),
      description: "The collections in use by name, as the source reports them; empty while live sync is off.",
      resolve: ofSource<ReadonlyArray<CollectionReport>>([], ({ collections }) => collections)
    },
    reposKnown: {
      type: count,
      description: "The known actors, whose repositories are followed.",
      resolve: ({ repositories }) => repositories.known
    },
    reposDesynchronised: {
      type: count,
      description: "The repositories of which commits are missing. They are fetched from their PDSes.",
      resolve: ({ repositories }) => repositories.desynchronized
    },
    deadLetters: { type: count, description: "What arrived and is not in the index." }
  }
});

/** The admin API field for the state of live sync. */
export const statusFields: RootFields<AdminContext> = {
  query: {
    syncStatus: {
      type: new GraphQLNonNull(syncStatus),
      description: "The state of live sync. For admins.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => readSyncStatus)
    }
  }
};
