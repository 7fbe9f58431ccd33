import * as Effect from "effect/Effect";
import { GraphQLBoolean, GraphQLEnumType, GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { type AccountIndexing, indexingCodes, indexingText } from "../../../../application/accounts/AccountIndexing.ts";
import { type AccountApp, accountApps } from "../../../../application/accounts/accountApps.ts";
import { accountRecords, type CollectionRecords } from "../../../../application/accounts/accountRecords.ts";
import { readIndexing } from "../../../../application/accounts/readIndexing.ts";
import { activeLabelsOf } from "../../../../application/labels/activeLabelsOf.ts";
import type { DirectoryAccount } from "../../../../domain/account/AccountDirectory.ts";
import { Reports } from "../../../../domain/report/Reports.ts";
import { DeadLetters, everyDeadLetter } from "../../../../domain/sync/DeadLetters.ts";
import { isoTime, isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { int, listOf, text, time } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { label } from "../moderation/labelFields.ts";
import { connectionOf } from "../page/connection.ts";

export const accountState = new GraphQLEnumType({
  name: "AccountState",
  values: {
    SIGNED_IN: { value: "signed-in", description: "It signed in to an app." },
    NEVER_SIGNED_IN: { value: "never-signed-in", description: "Its records are indexed, and it never signed in." },
    HIDDEN: { value: "hidden", description: "Its records are hidden, because it is not active or by a label." }
  }
});

type Indexing = Effect.Effect.Success<ReturnType<typeof readIndexing>>;

const indexingOf = ({ indexing }: Indexing): AccountIndexing => indexing;

const accountIndexing = new GraphQLObjectType<Indexing>({
  name: "AccountIndexing",
  description: "Whether the records of an account are in the index, or why they are not.",
  fields: {
    code: { type: text, description: `One of ${indexingCodes.join(", ")}.`, resolve: (one) => indexingOf(one).code },
    message: {
      type: text,
      description: "The same as a sentence.",
      resolve: (one) => indexingText(one.indexing).message
    },
    remedy: {
      type: GraphQLString,
      description: "What to do; null if there is nothing to do.",
      resolve: (one) => indexingText(one.indexing).remedy
    },
    indexedAt: {
      type: dateTimeScalar,
      description: "When its repository was last read completely; null if it never was.",
      resolve: ({ last }) => isoTimeOrNull(last?.at ?? null)
    },
    stored: {
      type: GraphQLInt,
      description: "The number of records that this stored or replaced.",
      resolve: ({ last }) => last?.stored ?? null
    },
    removed: {
      type: GraphQLInt,
      description: "The number that it removed.",
      resolve: ({ last }) => last?.removed ?? null
    },
    skipped: {
      type: GraphQLInt,
      description: "The number that it skipped as not valid.",
      resolve: ({ last }) => last?.skipped ?? null
    },
    rev: {
      type: GraphQLString,
      description: "The last revision of the repository that was seen; null if none was.",
      resolve: ({ last, rev }) => rev ?? last?.rev ?? null
    }
  }
});

const collectionRecords = new GraphQLObjectType<CollectionRecords>({
  name: "AccountCollection",
  description: "The indexed records of an account in a collection.",
  fields: {
    collection: { type: text },
    records: { type: int, description: "Their number, hidden ones included." },
    hidden: { type: int, description: "The number of hidden ones." },
    lastIndexedAt: { type: dateTimeScalar, description: "When the last one was indexed." }
  }
});

const accountApp = new GraphQLObjectType<AccountApp>({
  name: "AccountApp",
  description: "An app that an account signed in to.",
  fields: {
    clientId: { type: text },
    clientName: { type: GraphQLString, description: "Null for an app that is not registered." },
    signIns: { type: int, description: "How often the account signed in, among its last 1,000 sign-ins." },
    activeSessions: { type: int },
    signedInAt: { type: time, description: "The last sign-in.", resolve: ({ signedInAt }) => isoTime(signedInAt) },
    usedAt: { type: time, description: "When tokens were last issued.", resolve: ({ usedAt }) => isoTime(usedAt) }
  }
});

const countReports = (did: string, status: "Open" | null) =>
  Effect.flatMap(Reports, (reports) => reports.count({ status, subject: null, account: did }));

/** An account that the instance knows. */
export const account = new GraphQLObjectType<DirectoryAccount, AdminContext>({
  name: "Account",
  description: "An account that the instance knows: its records are indexed, or it signed in to an app.",
  fields: {
    did: { type: text },
    handle: { type: GraphQLString, description: "Null if none is confirmed." },
    pds: { type: GraphQLString, description: "The origin of its PDS; null if it is unknown." },
    status: {
      type: GraphQLString,
      description: "Why its host says that it is not active, such as `deactivated`; null for an active account."
    },
    isTakenDown: { type: new GraphQLNonNull(GraphQLBoolean), description: "Whether a label hides its records." },
    signedInAt: {
      type: dateTimeScalar,
      description: "When it last signed in to an app; null if it never did.",
      resolve: ({ signedInAt }) => isoTimeOrNull(signedInAt)
    },
    lastUsedAt: {
      type: dateTimeScalar,
      description: "When tokens were last issued to an app for it.",
      resolve: ({ usedAt }) => isoTimeOrNull(usedAt)
    },
    activeSessions: { type: int, description: "The number of its active authorizations." },
    apps: {
      type: listOf(accountApp),
      description: "The apps that it signed in to, the last used first.",
      resolve: ({ did }, _given, context) => asAdmin(context, () => accountApps(did))
    },
    records: {
      type: listOf(collectionRecords),
      description: "Its indexed records by collection, the largest first.",
      resolve: ({ did }, _given, context) => asAdmin(context, () => accountRecords(did))
    },
    indexing: {
      type: new GraphQLNonNull(accountIndexing),
      resolve: (source, _given, context) => asAdmin(context, () => readIndexing(source))
    },
    skippedRecords: {
      type: int,
      description: "The number of its dead letters, which `skippedRecords` lists.",
      resolve: ({ did }, _given, context) =>
        asAdmin(context, () => Effect.flatMap(DeadLetters, (letters) => letters.count({ ...everyDeadLetter, did })))
    },
    labels: {
      type: listOf(label),
      description: "The active labels of the account itself.",
      resolve: ({ did }, _given, context) => asAdmin(context, () => activeLabelsOf(did))
    },
    reports: {
      type: int,
      description: "The number of reports about the account and its records.",
      resolve: ({ did }, _given, context) => asAdmin(context, () => countReports(did, null))
    },
    openReports: {
      type: int,
      description: "The number of those that are open.",
      resolve: ({ did }, _given, context) => asAdmin(context, () => countReports(did, "Open"))
    }
  }
});

export const accountConnection = connectionOf(account);
