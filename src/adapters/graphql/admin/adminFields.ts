import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import { GraphQLBoolean, GraphQLList, GraphQLNonNull } from "graphql";
import { addAdmin } from "../../../application/admin/addAdmin.ts";
import { type ListedAdmin, listAdmins } from "../../../application/admin/listAdmins.ts";
import { removeAdmin } from "../../../application/admin/removeAdmin.ts";
import { setAdminRole } from "../../../application/admin/setAdminRole.ts";
import { AdminRole } from "../../../domain/administration/AdminRole.ts";
import { AdminUnchanged } from "../../../domain/administration/Admins.ts";
import { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { RootFields } from "../schema/ApiSchema.ts";
import { text } from "../schema/scalars/requiredTypes.ts";
import type { AdminContext } from "./AdminContext.ts";
import { admin, type ShownAdmin } from "./adminTypes.ts";
import { asAdmin } from "./asAdmin.ts";
import { adminRole } from "./roles/requiresDirective.ts";

const shownType = new GraphQLNonNull(admin);

const AddArguments = Schema.Struct({ account: Schema.String, role: AdminRole });
const RoleArguments = Schema.Struct({ did: Schema.String, role: AdminRole });
const RemoveArguments = Schema.Struct({ did: Schema.String });

/** graphql-js has validated the arguments, so a failure to decode them is a defect. */
const decodeArguments = <A, I>(schema: Schema.Schema<A, I>, given: unknown) =>
  Effect.orDie(Schema.decodeUnknown(schema)(given));

const toShownAdmin =
  (handles: ReadonlyMap<string, string>, you: string | null) =>
  ({ addedAt, ...listed }: ListedAdmin): ShownAdmin => ({
    ...listed,
    handle: handles.get(listed.did) ?? null,
    addedAt: addedAt === null ? null : new Date(addedAt).toISOString(),
    isYou: listed.did === you
  });

const listShownAdmins = Effect.fnUntraced(function* (you: string | null) {
  const listed = yield* listAdmins;
  const actors = yield* KnownActors;
  return listed.map(toShownAdmin(yield* actors.handles(listed.map(({ did }) => did)), you));
});

const showAdmin = Effect.fnUntraced(function* (did: string, you: string | null) {
  const shown = (yield* listShownAdmins(you)).find((listed) => listed.did === did);
  return shown === undefined ? yield* new AdminUnchanged({ reason: "not-admin", did }) : shown;
});

const addAndShow = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { account, role } = yield* decodeArguments(AddArguments, given);
  const you = context.admin?.did ?? null;
  const { did } = yield* addAdmin(account, you, role);
  return yield* showAdmin(did, you);
});

const changeRole = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { did, role } = yield* decodeArguments(RoleArguments, given);
  const you = context.admin?.did ?? null;
  return yield* showAdmin(yield* setAdminRole(did, role, { type: "admin", id: you }), you);
});

const remove = Effect.fnUntraced(function* (given: unknown, context: AdminContext) {
  const { did } = yield* decodeArguments(RemoveArguments, given);
  yield* removeAdmin(did, { type: "admin", id: context.admin?.did ?? null });
  return true;
});

/** The admin API fields for admins. */
export const adminFields: Required<RootFields<AdminContext>> = {
  query: {
    admins: {
      type: new GraphQLNonNull(new GraphQLList(shownType)),
      description: "The admins: those in ADMIN_DIDS, then the others in the order in which they were added.",
      resolve: (_source, _arguments, context) => asAdmin(context, () => listShownAdmins(context.admin?.did ?? null))
    }
  },
  mutation: {
    addAdmin: {
      type: shownType,
      description: "Makes an account an admin. The admin signs in at /settings through their own server.",
      args: {
        account: { type: text, description: "Its handle, its DID, or a link to its profile." },
        role: { type: new GraphQLNonNull(adminRole), defaultValue: "owner" }
      },
      resolve: (_source, given, context) => asAdmin(context, () => addAndShow(given, context))
    },
    setAdminRole: {
      type: shownType,
      description:
        "Gives an admin another role, which applies from the next request on. The last owner stays one, and so do those in ADMIN_DIDS.",
      args: { did: { type: text }, role: { type: new GraphQLNonNull(adminRole) } },
      resolve: (_source, given, context) => asAdmin(context, () => changeRole(given, context))
    },
    removeAdmin: {
      type: new GraphQLNonNull(GraphQLBoolean),
      description:
        "Removes an admin, whose sessions in the settings end immediately. The last owner and those in ADMIN_DIDS cannot be removed.",
      args: { did: { type: text } },
      resolve: (_source, given, context) => asAdmin(context, () => remove(given, context))
    }
  }
};
