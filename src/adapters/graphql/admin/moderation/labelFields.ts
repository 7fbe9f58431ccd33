import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { createLabel } from "../../../../application/labels/createLabel.ts";
import { defineLabel } from "../../../../application/labels/defineLabel.ts";
import { negateLabel } from "../../../../application/labels/negateLabel.ts";
import type { Actor } from "../../../../domain/event/Envelope.ts";
import { type Label, labelId } from "../../../../domain/label/Label.ts";
import { LabelSeverity, LabelVisibility } from "../../../../domain/label/LabelDefinition.ts";
import { LabelDefinitions } from "../../../../domain/label/LabelDefinitions.ts";
import { LabelStore } from "../../../../domain/label/LabelStore.ts";
import { subjectText } from "../../../../domain/label/LabelSubject.ts";
import { isoTime, isoTimeOrNull } from "../../../../domain/time/isoTime.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { labelDefinition, labelSeverity, labelVisibility } from "../../schema/labelDefinitionTypes.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { type Connection, connectionOf, pageArguments } from "../page/connection.ts";
import { labelPage } from "./labelPage.ts";

/** `Label`, with negations and ended labels. */
export const label = new GraphQLObjectType<Label>({
  name: "Label",
  description: "What this instance or a labeler says of a record or an account.",
  fields: {
    id: { type: text, resolve: labelId },
    src: { type: text, description: "The DID of who made the label." },
    uri: {
      type: text,
      description: "The AT URI of the record, or the DID of the account, that it is about.",
      resolve: ({ subject }) => subjectText(subject)
    },
    cid: { type: GraphQLString, description: "The version of the record that the source saw." },
    val: { type: text, description: "The label value." },
    neg: { type: new GraphQLNonNull(GraphQLBoolean), description: "Whether it takes the label back." },
    cts: {
      type: new GraphQLNonNull(dateTimeScalar),
      resolve: ({ cts }) => isoTime(cts),
      description: "When it was made."
    },
    exp: {
      type: dateTimeScalar,
      resolve: ({ exp }) => isoTimeOrNull(exp),
      description: "When it ends; null if it does not."
    }
  }
});

const optionalText = Schema.optionalWith(Schema.NullOr(Schema.String), { exact: true, default: () => null });

const Created = Schema.Struct({ uri: Schema.String, val: Schema.String, cid: optionalText, exp: optionalText });
const Negated = Schema.Struct({ uri: Schema.String, val: Schema.String });
const Defined = Schema.Struct({
  val: Schema.String,
  description: Schema.String,
  severity: LabelSeverity,
  defaultVisibility: LabelVisibility
});
const Listed = Schema.Struct({
  uri: optionalText,
  val: optionalText,
  src: optionalText,
  first: Schema.Int,
  after: optionalText
});

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const decodeArguments = <A, I>(schema: Schema.Schema<A, I>, given: unknown) =>
  Effect.orDie(Schema.decodeUnknown(schema)(given));

const actorOf = ({ admin }: AdminContext): Actor => ({ type: "admin", id: admin?.did ?? null });

const create = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  return yield* createLabel(yield* decodeArguments(Created, given), actorOf(context));
});

const negate = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { uri, val } = yield* decodeArguments(Negated, given);
  return yield* negateLabel(uri, val, actorOf(context));
});

const define = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  return yield* defineLabel(yield* decodeArguments(Defined, given), actorOf(context));
});

const list = Effect.fnUntraced(function* (given: unknown, { run }: AdminContext) {
  const { after, first, ...filter } = yield* decodeArguments(Listed, given);
  const found = yield* labelPage(filter, first, after);
  const count = Effect.flatMap(LabelStore, (store) => store.count(filter));
  return { ...found, totalCount: () => run(count) } satisfies Connection<Label>;
});

const subject = { type: text, description: "The AT URI of a record, with a DID, or the DID of an account." };

/** The admin API fields for labels. */
export const labelFields: Required<RootFields<AdminContext>> = {
  query: {
    labels: {
      type: new GraphQLNonNull(connectionOf(label)),
      description:
        "The labels of this instance and of its labelers, the latest first: for each source, subject and value the one that counts, including negations and labels that ended. For admins.",
      args: {
        uri: { type: GraphQLString, description: "Only labels of this record or account." },
        val: { type: GraphQLString, description: "Only labels with this value." },
        src: { type: GraphQLString, description: "Only labels of this source." },
        ...pageArguments(50)
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given, context))
    },
    labelDefinitions: {
      type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(labelDefinition))),
      description: "The label values that are defined on this instance. For admins.",
      resolve: (_source, _given, context) =>
        asAdmin(context, () => Effect.flatMap(LabelDefinitions, (definitions) => definitions.list))
    }
  },
  mutation: {
    createLabel: {
      type: new GraphQLNonNull(label),
      description:
        "Labels a record or an account in the name of this instance. A label of the severity TAKEDOWN hides the record, or all records of the account. The value must be defined.",
      args: {
        uri: subject,
        val: { type: text },
        cid: { type: GraphQLString, description: "The version that was seen. The label applies to every version." },
        exp: { type: dateTimeScalar, description: "When the label ends; by default it does not." }
      },
      resolve: (_source, given, context) => asAdmin(context, () => create(given, context))
    },
    negateLabel: {
      type: new GraphQLNonNull(label),
      description: "Takes back a label of this instance. Labels of other sources stay.",
      args: { uri: subject, val: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, () => negate(given, context))
    },
    createLabelDefinition: {
      type: new GraphQLNonNull(labelDefinition),
      description: "Defines a label value. A definition cannot be changed.",
      args: {
        val: { type: text, description: "Lower-case letters in words joined by hyphens, such as off-topic." },
        description: { type: text },
        severity: { type: new GraphQLNonNull(labelSeverity) },
        defaultVisibility: { type: new GraphQLNonNull(labelVisibility) }
      },
      resolve: (_source, given, context) => asAdmin(context, () => define(given, context))
    }
  }
};
