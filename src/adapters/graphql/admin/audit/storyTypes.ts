import {
  GraphQLEnumType,
  GraphQLFloat,
  GraphQLInt,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLString
} from "graphql";
import { textOfParts } from "../../../../application/audit/nameParts.ts";
import type { NamedStory } from "../../../../application/audit/nameStories.ts";
import { storyKinds } from "../../../../domain/audit/story/Story.ts";
import { text, time } from "../../schema/scalars/requiredTypes.ts";
import { connectionOf } from "../page/connection.ts";
import { auditEvent, auditOutcome, auditParts } from "./auditTypes.ts";

const storyKind = new GraphQLEnumType({
  name: "AuditStoryKind",
  values: Object.fromEntries(storyKinds.map((kind) => [kind.toUpperCase().replace("-", "_"), { value: kind }]))
});

const auditStory = new GraphQLObjectType<NamedStory>({
  name: "AuditStory",
  description: "Events that belong together: a sign-in from its request to its tokens, a write, an action of an admin.",
  fields: {
    kind: { type: new GraphQLNonNull(storyKind) },
    outcome: { type: new GraphQLNonNull(auditOutcome), description: "How it ended." },
    headline: {
      type: text,
      description: "What happened, in one line without a period.",
      resolve: ({ parts }) => textOfParts(parts)
    },
    parts: { type: auditParts, description: "The headline in parts." },
    explanation: { type: GraphQLString, description: "Why something was refused, failed or ended; null otherwise." },
    at: {
      type: time,
      description: "When the last step that matches the filter happened.",
      resolve: ({ last }) => last.event.occurredAt
    },
    milliseconds: { type: new GraphQLNonNull(GraphQLFloat), description: "From the first step to the last." },
    stepCount: { type: new GraphQLNonNull(GraphQLInt), description: "The number of its events." },
    steps: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(auditEvent))),
      description: "Its events, oldest first. Of a story with more than 100, the first 10 and the last 90."
    }
  }
});

export const auditStories = connectionOf(auditStory);
