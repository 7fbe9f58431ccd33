import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import * as Schema from "effect/Schema";
import { GraphQLInt, GraphQLNonNull, GraphQLString } from "graphql";
import { AccountUnknown, findAccount, knownDid } from "../../../../application/accounts/findAccount.ts";
import { listAccounts } from "../../../../application/accounts/listAccounts.ts";
import { RemovalNotConfirmed, removeAccountRecords } from "../../../../application/accounts/removeAccountRecords.ts";
import type { AccountPosition, DirectoryAccount } from "../../../../domain/account/AccountDirectory.ts";
import { Did } from "../../../../domain/atproto/Did.ts";
import { KnownActors } from "../../../../domain/record/index/KnownActors.ts";
import type { RootFields } from "../../schema/ApiSchema.ts";
import { text } from "../../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "../AdminContext.ts";
import { asAdmin } from "../asAdmin.ts";
import { type Connection, largestPage, pageArguments } from "../page/connection.ts";
import { InvalidPage } from "../page/pageOf.ts";
import { account, accountConnection, accountState } from "./accountTypes.ts";

const optional = <A, I>(schema: Schema.Schema<A, I>) =>
  Schema.optionalWith(Schema.NullOr(schema), { exact: true, default: () => null });

const Listed = Schema.Struct({
  text: optional(Schema.String),
  state: optional(Schema.Literal("signed-in", "never-signed-in", "hidden")),
  first: Schema.Int,
  after: optional(Schema.String)
});
const Named = Schema.Struct({ account: Schema.String });
const Removed = Schema.Struct({ account: Schema.String, confirmation: Schema.String });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const read = <A, I>(schema: Schema.Schema<A, I>, given: unknown) => Effect.orDie(Schema.decodeUnknown(schema)(given));

const Cursor = Schema.parseJson(Schema.Tuple(Schema.NullOr(Schema.Number), Did));

const cursorOf = ({ did, usedAt }: AccountPosition): string =>
  Encoding.encodeBase64Url(Schema.encodeSync(Cursor)([usedAt, did]));

const readCursor = (after: string): Either.Either<AccountPosition, InvalidPage> =>
  Either.mapBoth(Either.flatMap(Encoding.decodeBase64UrlString(after), Schema.decodeEither(Cursor)), {
    onLeft: () => new InvalidPage({ argument: "after", reason: "is no cursor of this list: give an endCursor of it." }),
    onRight: ([usedAt, did]) => ({ usedAt, did })
  });

const list = Effect.fnUntraced(function* (given: unknown) {
  const { after, first, ...filter } = yield* read(Listed, given);
  if (first < 1 || first > largestPage)
    return yield* new InvalidPage({ argument: "first", reason: `must be from 1 to ${largestPage}.` });
  const found = yield* listAccounts(filter, after === null ? null : yield* readCursor(after), first + 1);
  const edges = found.slice(0, first).map((node) => ({ node, cursor: cursorOf(node) }));
  return { edges, hasNextPage: found.length > first, totalCount: null } satisfies Connection<DirectoryAccount>;
});

const find = Effect.fnUntraced(function* (given: unknown) {
  const { account: typed } = yield* read(Named, given);
  return yield* findAccount(typed).pipe(
    Effect.catchIf(
      (error) => error instanceof AccountUnknown && error.reason === "not-known",
      () => Effect.succeed(null)
    )
  );
});

/** The name to type: the handle, or the DID of an account without one. */
const confirm = Effect.fnUntraced(function* (did: Did, confirmation: string) {
  const expected = (yield* (yield* KnownActors).handles([did])).get(did) ?? did;
  const typed = confirmation.trim();
  if (typed !== expected && typed !== did) return yield* new RemovalNotConfirmed({ expected });
});

const remove = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { account: typed, confirmation } = yield* read(Removed, given);
  const did = yield* knownDid(typed);
  yield* confirm(did, confirmation);
  return yield* removeAccountRecords(did, { type: "admin", id: context.admin?.did ?? null });
});

/** The admin API fields for the accounts that the instance knows. */
export const accountFields: Required<RootFields<AdminContext>> = {
  query: {
    accounts: {
      type: new GraphQLNonNull(accountConnection),
      description: "The accounts that the instance knows, those that apps used last first. For admins.",
      args: {
        text: { type: GraphQLString, description: "Part of a handle, or the beginning of a DID." },
        state: { type: accountState },
        ...pageArguments(50)
      },
      resolve: (_source, given, context) => asAdmin(context, () => list(given))
    },
    account: {
      type: account,
      description: "An account that the instance knows; null if it knows none by that name. For admins.",
      args: { account: { type: text, description: "Its DID, or a handle known to the service." } },
      resolve: (_source, given, context) => asAdmin(context, () => find(given))
    }
  },
  mutation: {
    removeAccountRecords: {
      type: new GraphQLNonNull(GraphQLInt),
      description:
        "Removes the indexed records of an account, and returns their number. Nothing changes at its PDS. What the account writes later is indexed; `backfillActor` indexes everything again.",
      args: {
        account: { type: text, description: "Its DID, or a handle known to the service." },
        confirmation: {
          type: text,
          description: "The handle of the account, or its DID, as a confirmation."
        }
      },
      resolve: (_source, given, context) => asAdmin(context, () => remove(given, context))
    }
  }
};
