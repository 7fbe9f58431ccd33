import * as Effect from "effect/Effect";
import * as Encoding from "effect/Encoding";
import * as Option from "effect/Option";
import * as Schema from "effect/Schema";
import { GraphQLFloat, GraphQLInt, GraphQLList, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { readSealStatus } from "../../../../application/transparency/readSealStatus.ts";
import { readVerifications } from "../../../../application/verify/readVerifications.ts";
import { reportVerification } from "../../../../application/verify/reportVerification.ts";
import { type SealedCheckpoint, SealedTree } from "../../../../domain/transparency/SealedTree.ts";
import { parts } from "../../../../domain/verification/Fault.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { dateTimeScalar } from "../../schema/scalars/dateTimeScalar.ts";
import { listOf, text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { logVerification, shownVerifications, verificationInput } from "./verificationTypes.ts";

const count = new GraphQLNonNull(GraphQLInt);

const checkpoint = new GraphQLObjectType<SealedCheckpoint>({
  name: "LogCheckpoint",
  description: "A signed checkpoint of the event log.",
  fields: {
    origin: { type: text },
    size: { type: count, description: "The number of events that it covers." },
    rootHash: {
      type: text,
      description: "The root hash of their tree, in base64.",
      resolve: ({ rootHash }) => Encoding.encodeBase64(rootHash)
    },
    sealedAt: { type: new GraphQLNonNull(dateTimeScalar), description: "When it was signed." },
    note: { type: text, description: "The signed note (C2SP tlog-checkpoint), without cosignatures." }
  }
});

const readLog = Effect.gen(function* () {
  const tree = yield* SealedTree;
  const status = yield* readSealStatus;
  return { ...status, checkpoint: Option.getOrNull(yield* tree.latest), verifierKeys: yield* tree.verifierKeys };
});

const shown = Effect.map(readVerifications, ({ failed, failedCount, last }) => ({
  last: shownVerifications(last),
  failed: shownVerifications(failed),
  failedCount
}));

const verifications = new GraphQLObjectType<Effect.Effect.Success<typeof shown>>({
  name: "LogVerifications",
  description: "How the verifications of the log ended.",
  fields: {
    last: {
      type: listOf(logVerification),
      description: "The last verification of the database and the last one in a browser, the newest first."
    },
    failed: {
      type: listOf(logVerification),
      description:
        "Failed verifications that no later one has closed, the newest first, up to 10. A verification closes them if it holds and compared the log with the same older checkpoints. A verification in a browser does not close a failed one of the database."
    },
    failedCount: { type: count, description: "The number of failed verifications that no later one has closed." }
  }
});

const auditLog = new GraphQLObjectType<Effect.Effect.Success<typeof readLog>, AdminContext>({
  name: "AuditLog",
  description: "The event log as a transparency log.",
  fields: {
    checkpoint: { type: checkpoint, description: "The latest checkpoint; null before the first." },
    checkpointAgeSeconds: {
      type: GraphQLFloat,
      description: "The age of the latest checkpoint. It grows while nothing happens."
    },
    lagEvents: { type: count, description: "The number of events that no checkpoint covers yet." },
    lagSeconds: {
      type: new GraphQLNonNull(GraphQLFloat),
      description: "How long the oldest of them has waited; 0 if there is none."
    },
    refusal: {
      type: GraphQLString,
      description: "Why nothing more is signed, if this process signs checkpoints; null while it does."
    },
    verifierKeys: {
      type: new GraphQLNonNull(new GraphQLList(text)),
      description: "The verifier key (vkey) of every key that ever signed a checkpoint, the latest first."
    },
    verifications: {
      type: new GraphQLNonNull(verifications),
      resolve: (_source, _given, context) => asAdmin(context, () => shown)
    }
  }
});

const Given = Schema.Struct({
  result: Schema.Struct({
    checked: Schema.Int,
    size: Schema.Int,
    rootHash: Schema.optionalWith(Schema.NullOr(Schema.String), { default: () => null }),
    compared: Schema.Array(Schema.Struct({ size: Schema.Int, rootHash: Schema.String })),
    fault: Schema.optionalWith(
      Schema.NullOr(Schema.Struct({ position: Schema.Int, part: Schema.Literal(...parts), reason: Schema.String })),
      { default: () => null }
    )
  })
});

const report = Effect.fnUntraced(function* (given: unknown, { admin }: AdminContext) {
  const { result } = yield* Effect.orDie(Schema.decodeUnknown(Given)(given));
  const { fault: firstBad, ...rest } = result;
  return { position: yield* reportVerification({ ...rest, firstBad }, admin?.did ?? null) };
});

/** The root fields about the log as a whole: its checkpoint, sealing, and verifications. */
export const logFields: Required<RootFields<AdminContext>> = {
  query: {
    auditLog: {
      type: new GraphQLNonNull(auditLog),
      description: "The latest checkpoint of the event log, and how its verifications ended. For admins.",
      resolve: (_source, _given, context) => asAdmin(context, () => readLog)
    }
  },
  mutation: {
    reportLogVerification: {
      type: new GraphQLNonNull(
        new GraphQLObjectType({
          name: "ReportedLogVerification",
          fields: { position: { type: count, description: "The position of the event that records it." } }
        })
      ),
      description:
        "Records the result of a verification of the log in the browser of an admin, as the statement of that admin.",
      args: { result: { type: new GraphQLNonNull(verificationInput) } },
      resolve: (_source, given, context) => asAdmin(context, () => report(given, context))
    }
  }
};
