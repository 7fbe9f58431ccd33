import {
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import { type LabelerStatus, readLabelers } from "../../../../application/labelers/readLabelers.ts";
import { sourceErrorText } from "../../../../application/sync/status/sourceErrorText.ts";
import type { RejectionCount } from "../../../../domain/labeler/Labelers.ts";
import { isoTime, isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { sourceStateNames } from "../sync/sourceStateNames.ts";

const count = new GraphQLNonNull(GraphQLFloat);

const states = new GraphQLEnumType({
  name: "LabelerState",
  description: "How the instance is connected to a labeler.",
  values: {
    CONNECTED: { description: "Its labels arrive." },
    DISCONNECTED: { description: "The connection was lost or cannot be established. It is tried again." },
    UNATTENDED: { description: "No process has reported about the labeler for 15 seconds." }
  }
});

const rejection = new GraphQLObjectType<RejectionCount>({
  name: "LabelRejection",
  description: "How many labels of a labeler have no effect for one reason, and the last one.",
  fields: {
    reason: { type: text, description: "The reason, such as signature-invalid." },
    count: { type: count },
    lastAt: { type: new GraphQLNonNull(dateTimeScalar), resolve: ({ lastAt }) => isoTime(lastAt) },
    detail: { type: text, description: "What is wrong with the last one." },
    uri: { type: GraphQLString, description: "What the last one was about; null if that cannot be read." },
    val: { type: GraphQLString, description: "The value of the last one; null if it cannot be read." }
  }
});

const labeler = new GraphQLObjectType<LabelerStatus>({
  name: "Labeler",
  description: "An external labeler in LABELERS, as all processes of the instance see it.",
  fields: {
    did: { type: text },
    endpoint: { type: GraphQLString, description: "The origin of its service; null before the first connection." },
    state: { type: new GraphQLNonNull(states), resolve: ({ state }) => sourceStateNames[state._tag] },
    since: {
      type: dateTimeScalar,
      description: "When this state began; for UNATTENDED, when the last report was made. Null if that is unknown.",
      resolve: ({ state }) => isoTimeOrNull(state.since)
    },
    cursor: {
      type: GraphQLString,
      description: "The position up to which its labels are stored; null before the first one.",
      resolve: ({ cursor }) => (cursor === null ? null : `${cursor}`)
    },
    lastLabelAt: {
      type: dateTimeScalar,
      description: "When the last stored label was made, as the labeler states it; null if none is stored.",
      resolve: ({ lastLabelAt }) => isoTimeOrNull(lastLabelAt)
    },
    labels: { type: new GraphQLNonNull(GraphQLInt), description: "Its stored labels, negations included." },
    missedAt: {
      type: dateTimeScalar,
      description: "When the labeler last said that labels after the cursor are gone; null for never.",
      resolve: ({ missedAt }) => isoTimeOrNull(missedAt)
    },
    lastError: {
      type: GraphQLString,
      description: "Why the connection ended last, as a sentence; null if it never did.",
      resolve: ({ lastError }) => (lastError === null ? null : sourceErrorText(lastError))
    },
    lastErrorAt: { type: dateTimeScalar, resolve: ({ lastError }) => isoTimeOrNull(lastError?.at ?? null) },
    rejections: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(rejection))),
      description: "Labels that have no effect, by reason."
    }
  }
});

/** The admin API field for the state of external labelers. */
export const labelerFields: RootFields<AdminContext> = {
  query: {
    labelers: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(labeler))),
      description: "The external labelers, by DID. For admins.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => readLabelers)
    }
  }
};
