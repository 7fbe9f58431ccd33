import * as Either from "effect/Either";
import {
  GraphQLBoolean,
  GraphQLEnumType,
  GraphQLInputObjectType,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import type { NamedEvent } from "../../../../application/audit/nameEvents.ts";
import { decodeEvent } from "../../../../domain/event/DomainEvent.ts";
import { type Part, parts } from "../../../../domain/verification/Fault.ts";
import type { ComparedCheckpoint, VerificationEvent } from "../../../../domain/verification/VerificationEvent.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";

const count = new GraphQLNonNull(GraphQLInt);

/** The event of a verification, with the names of its actor. */
export interface ShownVerification {
  readonly named: NamedEvent;
  readonly run: VerificationEvent;
}

/** Returns the verifications among named events. */
export const shownVerifications = (named: ReadonlyArray<NamedEvent>): ReadonlyArray<ShownVerification> =>
  named.flatMap((each) => {
    const run = Either.getOrNull(decodeEvent(each.event));
    return run?._tag === "LogVerified.v1" || run?._tag === "LogVerificationFailed.v1" ? [{ named: each, run }] : [];
  });

const place = new GraphQLEnumType({
  name: "LogVerificationPlace",
  description: "Where the log was verified.",
  values: {
    DATABASE: { value: "database", description: "By `tidemark audit verify`, from the rows of the database." },
    BROWSER: {
      value: "browser",
      description: "In the browser of an admin, from an export. This is the statement of that browser."
    }
  }
});

const partNames: Readonly<Record<Part, string>> = {
  position: "POSITION",
  leaf: "LEAF",
  "personal-data": "PERSONAL_DATA",
  "stream-version": "STREAM_VERSION",
  tree: "TREE",
  tile: "TILE",
  checkpoint: "CHECKPOINT",
  signature: "SIGNATURE",
  projection: "PROJECTION"
};

const part = new GraphQLNonNull(
  new GraphQLEnumType({
    name: "LogPart",
    description: "A part of the log that can fail verification, as in the reports of `tidemark audit verify`.",
    values: Object.fromEntries(parts.map((value) => [partNames[value], { value }]))
  })
);

type Failed = Extract<VerificationEvent, { readonly part: Part }>;

const fault = new GraphQLObjectType<Failed>({
  name: "LogFault",
  description: "The first thing that did not hold.",
  fields: {
    position: { type: count, resolve: ({ badPosition }) => badPosition },
    part: { type: part },
    reason: { type: text, resolve: ({ detail }) => detail }
  }
});

const compared = new GraphQLObjectType<ComparedCheckpoint>({
  name: "ComparedCheckpoint",
  description: "An older checkpoint that the log was compared with.",
  fields: { size: { type: count }, rootHash: { type: text, description: "In base64." } }
});

/** A verification of the log that was recorded. */
export const logVerification = new GraphQLObjectType<ShownVerification>({
  name: "LogVerification",
  description: "A verification of the whole log, as it was recorded.",
  fields: {
    position: { type: count, description: "The position of its event.", resolve: ({ named }) => named.event.position },
    at: {
      type: new GraphQLNonNull(dateTimeScalar),
      description: "When it was recorded.",
      resolve: ({ named }) => named.event.recordedAt
    },
    place: { type: new GraphQLNonNull(place), resolve: ({ run }) => run.by },
    holds: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description: "Whether everything held.",
      resolve: ({ run }) => run._tag === "LogVerified.v1"
    },
    checked: { type: count, description: "The number of events that were checked.", resolve: ({ run }) => run.checked },
    rootHash: {
      type: GraphQLString,
      description: "The root hash of the checkpoint up to which the log held, in base64.",
      resolve: ({ run }) => (run._tag === "LogVerified.v1" ? run.rootHash : null)
    },
    compared: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(compared))),
      resolve: ({ run }) => run.compared
    },
    fault: { type: fault, resolve: ({ run }) => (run._tag === "LogVerificationFailed.v1" ? run : null) },
    actorType: {
      type: text,
      description: "Who verified: admin or operator.",
      resolve: ({ named }) => named.event.actor.type
    },
    actorId: { type: GraphQLString, description: "The DID of an admin.", resolve: ({ named }) => named.event.actor.id },
    actorHandle: { type: GraphQLString, resolve: ({ named }) => named.actorHandle }
  }
});

/** What a browser states about a verification. */
export const verificationInput = new GraphQLInputObjectType({
  name: "LogVerificationInput",
  description: "The result of a verification in a browser.",
  fields: {
    checked: { type: count },
    size: { type: count, description: "The size of the checkpoint up to which the log held; 0 if it does not hold." },
    rootHash: { type: GraphQLString, description: "The root hash of that checkpoint, in base64." },
    compared: {
      type: new GraphQLNonNull(
        new GraphQLList(
          new GraphQLNonNull(
            new GraphQLInputObjectType({
              name: "ComparedCheckpointInput",
              description: "An older checkpoint that the log was compared with.",
              fields: { size: { type: count }, rootHash: { type: text } }
            })
          )
        )
      )
    },
    fault: {
      type: new GraphQLInputObjectType({
        name: "LogFaultInput",
        description: "The first thing that did not hold.",
        fields: { position: { type: count }, part: { type: part }, reason: { type: text } }
      }),
      description: "Null if everything held."
    }
  }
});
