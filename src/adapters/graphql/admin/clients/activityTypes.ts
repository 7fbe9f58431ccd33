import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { activityDays, type ExplainedRefusals } from "../../../../application/clients/readClientActivity.ts";
import type { ClientSummary } from "../../../../domain/client/use/ClientActivity.ts";
import { isoTime } from "../../../../domain/time/isoTime.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { listOf, text } from "../../schema/scalars/requiredTypes.ts";

const whole = new GraphQLNonNull(GraphQLInt);

const instant = (milliseconds: number | null): string | null => (milliseconds === null ? null : isoTime(milliseconds));

const signInsOfDay = new GraphQLObjectType({
  name: "OAuthClientDay",
  fields: { day: { type: text, description: "A day in UTC, such as 2026-01-31." }, signIns: { type: whole } }
});

const refusal = new GraphQLObjectType<ExplainedRefusals>({
  name: "OAuthClientRefusal",
  description: "Refused sign-ins and requests for tokens of a client, for one reason.",
  fields: {
    type: { type: text, description: "The type of the events, such as `LoginFailed.v1`." },
    reason: { type: GraphQLString, description: "The reason as a code." },
    message: { type: GraphQLString, description: "The reason as a sentence." },
    count: { type: whole },
    lastAt: { type: new GraphQLNonNull(dateTimeScalar), resolve: ({ lastAt }) => isoTime(lastAt) },
    lastPosition: { type: whole, description: "The position of the last one in the event log." }
  }
});

/** The source of the activity of a client. */
interface ShownActivity extends ClientSummary {
  readonly days: ReadonlyArray<{ readonly day: string; readonly signIns: number }>;
  readonly refusals: ReadonlyArray<ExplainedRefusals>;
}

const summaryFields = {
  clientId: { type: text },
  signIns: { type: whole, description: `Sign-ins over the last ${activityDays} days.` },
  activeSessions: {
    type: whole,
    description: "Sessions of users in the app that are active now.",
    resolve: ({ activeAuthorizations }: ClientSummary) => activeAuthorizations
  },
  lastSignInAt: { type: dateTimeScalar, resolve: ({ lastSignInAt }: ClientSummary) => instant(lastSignInAt) },
  lastUsedAt: {
    type: dateTimeScalar,
    description: "When it last received tokens, by a sign-in or a refresh. Null if it never did.",
    resolve: ({ lastUsedAt }: ClientSummary) => instant(lastUsedAt)
  }
};

export const clientSummary = new GraphQLObjectType<ClientSummary>({
  name: "OAuthClientSummary",
  description: "How much a registered client is used.",
  fields: summaryFields
});

export const clientActivity = new GraphQLObjectType<ShownActivity>({
  name: "OAuthClientActivity",
  description: `How a client was used over the last ${activityDays} days, as the event log says. Events that were archived do not count.`,
  fields: {
    ...summaryFields,
    days: { type: listOf(signInsOfDay), description: "Oldest first, days without a sign-in included." },
    refusals: { type: listOf(refusal), description: "By reason, the latest first." }
  }
});
