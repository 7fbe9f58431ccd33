import { GraphQLEnumType, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { publicationSentence } from "../../../application/transparency/publishing/publicationSentence.ts";
import { type Publication, readPublications } from "../../../application/transparency/publishing/readPublications.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { dateTimeScalar } from "../schema/scalars/dateTimeScalar.ts";
import { text } from "../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "./AdminContext.ts";
import { asAdmin } from "./asAdmin.ts";

const count = new GraphQLNonNull(GraphQLInt);

const kinds = new GraphQLEnumType({
  name: "CheckpointPublicationKind",
  description: "Where checkpoints of the event log are sent.",
  values: {
    WITNESS: { value: "witness", description: "A witness, which cosigns them." },
    ANCHOR: { value: "anchor", description: "A place outside the database that keeps them." }
  }
});

const states = new GraphQLEnumType({
  name: "CheckpointPublicationState",
  description: "What is known of a witness or an anchor.",
  values: {
    WAITING: { value: "waiting", description: "It has not been tried yet." },
    CURRENT: { value: "current", description: "It has the latest checkpoint that it was given." },
    BEHIND: { value: "behind", description: "It has earlier checkpoints, and receives the missing ones." },
    RESET: { value: "reset", description: "The witness no longer knows what it cosigned." },
    AWAY: { value: "away", description: "It does not respond, or cannot be written." },
    REFUSED: { value: "refused", description: "It does not accept checkpoints of this log." },
    LYING: { value: "lying", description: "What it returned is false." },
    CONTRADICTING: {
      value: "contradicting",
      description: "It holds a tree that is not part of this log, so one of the two has another history."
    }
  } satisfies Record<string, { value: Publication["state"]; description: string }>
});

const publication = new GraphQLObjectType<Publication>({
  name: "CheckpointPublication",
  description: "A configured witness or anchor (AUDIT_WITNESSES, AUDIT_ANCHORS).",
  fields: {
    kind: { type: new GraphQLNonNull(kinds) },
    name: { type: text, description: "The name in the verifier key of a witness, or the address of an anchor." },
    address: { type: text },
    verifierKey: { type: GraphQLString, description: "The verifier key of a witness; null for an anchor." },
    state: { type: new GraphQLNonNull(states) },
    explanation: {
      type: GraphQLString,
      description: "Why the last checkpoint was not published, as a sentence; null if it was.",
      resolve: ({ reason }) => (reason === null ? null : publicationSentence(reason))
    },
    size: { type: count, description: "The events of the largest checkpoint that it has; 0 for none." },
    lagEvents: { type: count, description: "The events between that and the latest checkpoint." },
    changedAt: { type: dateTimeScalar, description: "When the state last changed; null before the first attempt." },
    checkedAt: { type: dateTimeScalar, description: "When it was last tried; null for never." },
    resetAt: {
      type: dateTimeScalar,
      description: "When a witness last stated less than it had cosigned before; null for never."
    }
  }
});

/** The root field about witnesses and anchors. */
export const publicationFields: RootFields<AdminContext> = {
  query: {
    checkpointPublications: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(publication))),
      description: "The witnesses and anchors that checkpoints of the event log are sent to, in the configured order.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => readPublications)
    }
  }
};
