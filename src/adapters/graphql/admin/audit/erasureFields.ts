import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLInt, GraphQLNonNull, GraphQLObjectType, GraphQLString } from "graphql";
import { type Erased, eraseSubject } from "../../../../application/erasure/eraseSubject.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { knownAccount } from "../knownAccount.ts";
import { InvalidPage } from "../page/pageOf.ts";

const outcome = new GraphQLObjectType<Erased>({
  name: "ErasureOutcome",
  fields: {
    authorizations: {
      type: new GraphQLNonNull(GraphQLInt),
      description: "The number of active sign-ins that were ended."
    },
    records: {
      type: new GraphQLNonNull(GraphQLInt),
      description: "The number of records that were removed from the index."
    }
  }
});

const Given = Schema.Struct({
  account: Schema.String,
  confirmation: Schema.String,
  reason: Schema.optional(Schema.NullOr(Schema.String))
});

const erase = Effect.fnUntraced(function* (given: unknown, { admin }: AdminContext) {
  const { account, confirmation, reason = null } = yield* Effect.orDie(Schema.decodeUnknown(Given)(given));
  const did = yield* knownAccount(account);
  if (did === null || confirmation.trim() !== did)
    return yield* new InvalidPage({
      argument: "confirmation",
      reason: `must be ${did ?? "the DID of the account"}, the DID of the account; nothing was erased.`
    });
  return yield* eraseSubject({ did, note: reason, actor: { type: "admin", id: admin?.did ?? null } });
});

/** The admin API field that erases a person. */
export const erasureFields: Pick<Required<RootFields<AdminContext>>, "mutation"> = {
  mutation: {
    eraseSubject: {
      type: new GraphQLNonNull(outcome),
      description:
        "Erases a person permanently: ends their sign-ins, and deletes their records in the index and the key of their personal data in the log. Nothing of theirs is indexed again until they sign in anew, or an admin starts a backfill of their account. The proofs of all events still hold.",
      args: {
        account: {
          type: new GraphQLNonNull(GraphQLString),
          description: "The DID of the account, or a handle that is known here."
        },
        confirmation: {
          type: new GraphQLNonNull(GraphQLString),
          description: "The DID of the account, as a confirmation."
        },
        reason: {
          type: GraphQLString,
          description: "Why, for the history. Do not name the person: the text stays in the log."
        }
      },
      resolve: (_source, given, context) => asAdmin(context, () => erase(given, context))
    }
  }
};
