import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLInt, GraphQLNonNull, GraphQLString } from "graphql";
import {
  endAuthorizationAsAdmin,
  endAuthorizationsAsAdmin
} from "../../../../application/authorizations/endAuthorizationsAsAdmin.ts";
import type { Owners } from "../../../../application/authorizations/endAuthorizationsOf.ts";
import { listGrantedAuthorizations } from "../../../../application/authorizations/listGrantedAuthorizations.ts";
import type { Did } from "../../../../domain/atproto/Did.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { knownAccount } from "../knownAccount.ts";
import { pageArguments } from "../page/connection.ts";
import { InvalidPage, pageOf } from "../page/pageOf.ts";
import { authorizationConnection, authorizationState } from "./authorizationTypes.ts";

const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true, default: () => null });

const Listed = Schema.Struct({
  did: optional(Schema.String),
  clientId: optional(Schema.String),
  state: optional(Schema.Literal("active", "ended")),
  first: Schema.Int,
  after: optional(Schema.String)
});
const One = Schema.Struct({ authorizationId: Schema.String });
const Several = Schema.Struct({ did: optional(Schema.String), clientId: optional(Schema.String) });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const read = <A, I>(schema: Schema.Schema<A, I>, given: unknown) => Effect.orDie(Schema.decodeUnknown(schema)(given));

const byOf = ({ admin }: AdminContext): Did | null => admin?.did ?? null;

const list = Effect.fnUntraced(function* (given: unknown) {
  const { clientId, state, ...sent } = yield* read(Listed, given);
  const { did: account, ...page } = sent;
  const did = yield* knownAccount(account);
  return yield* pageOf(page, (before, limit) => listGrantedAuthorizations({ clientId, did, state }, before, limit));
});

const end = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { authorizationId } = yield* read(One, given);
  return yield* endAuthorizationAsAdmin(authorizationId, byOf(context));
});

const ownersOf = (clientId: string | null, did: string | null): Owners | null => {
  if (did !== null) return { _tag: "OfAccount", did, clientId };
  return clientId === null ? null : { _tag: "OfClient", clientId };
};

const endSeveral = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { clientId, did: account } = yield* read(Several, given);
  const did = yield* knownAccount(account);
  const owners = ownersOf(clientId, did);
  if (owners === null)
    return yield* new InvalidPage({ argument: "did, clientId", reason: "are both missing: name one, or both." });
  return yield* endAuthorizationsAsAdmin(owners, byOf(context));
});

/** The admin API fields for the authorizations of users. */
export const authorizationFields: Required<RootFields<AdminContext>> = {
  query: {
    authorizations: {
      type: new GraphQLNonNull(authorizationConnection),
      description: "The authorizations of apps by users, newest first.",
      args: {
        did: { type: GraphQLString, description: "The account: a DID, or a handle known to the service." },
        clientId: { type: GraphQLString },
        state: { type: authorizationState },
        ...pageArguments(50)
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given))
    }
  },
  mutation: {
    endAuthorization: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Ends an authorization: its tokens, and its session at the PDS. The app receives the reason `revoked-by-admin`. False for one that is not active.",
      args: { authorizationId: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, () => end(given, context))
    },
    endAuthorizationsOf: {
      type: new GraphQLNonNull(GraphQLInt),
      description:
        "Ends all authorizations of a user, of an app, or of a user for an app, and returns how many were active.",
      args: { did: { type: GraphQLString }, clientId: { type: GraphQLString } },
      resolve: (_source, given, context) => asAdmin(context, () => endSeveral(given, context))
    }
  }
};
