import * as Effect from "effect/Effect";
import { GraphQLError } from "graphql";
import { listAdmins } from "../../../../application/admin/listAdmins.ts";
import type { RoleRequired } from "../../../../application/admin/RoleRequired.ts";
import { errorExtensions } from "../../../../application/api/errorExtensions.ts";
import { isErasedDid } from "../../../../domain/personal/erasedValue.ts";
import { KnownActors } from "../../../../domain/record/index/KnownActors.ts";

const named = 3;

/** Refuses an admin who lacks a role: names the role, and the owners, who can grant it. */
export const refuseRole = Effect.fnUntraced(function* ({ message, held, needed }: RoleRequired) {
  const admins = yield* listAdmins;
  const dids = admins.flatMap(({ did, role }) => (role === "owner" && !isErasedDid(did) ? [did] : []));
  const handles = yield* Effect.flatMap(KnownActors, (actors) => actors.handles(dids.slice(0, named)));
  const names = dids.slice(0, named).map((did) => handles.get(did) ?? did);
  const owners = dids.length > named ? [...names, `${dids.length - named} more`] : names;
  return yield* Effect.fail(
    new GraphQLError(`${message} An owner can change the role at /settings/admins: ${owners.join(", ")}.`, {
      extensions: errorExtensions("FORBIDDEN", { requiredRole: needed.toUpperCase(), role: held.toUpperCase() })
    })
  );
});
