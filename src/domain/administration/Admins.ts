import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { Did } from "../atproto/Did.ts";
import { isErasedDid } from "../personal/erasedValue.ts";
import {
  AdminAdded,
  AdminAddedByOperator,
  type AdministrationEvent,
  AdminRemoved,
  AdminRoleChanged
} from "./AdministrationEvent.ts";
import type { AdminRole } from "./AdminRole.ts";

/** An account that was added as an admin. `addedAt` is in Unix milliseconds; `addedBy` is the admin who did, or null. */
export interface AddedAdmin {
  readonly did: Did;
  readonly role: AdminRole;
  readonly addedAt: number;
  readonly addedBy: Did | null;
}

/** The accounts added as admins, in the order of addition. The admins in `ADMIN_DIDS` are not included. */
export type Admins = ReadonlyMap<Did, AddedAdmin>;

export const initialAdmins: Admins = new Map();

const withOwner = (
  admins: Admins,
  { addedAt, did }: { readonly did: Did; readonly addedAt: number },
  addedBy: Did | null
): Admins => (admins.has(did) ? admins : new Map(admins).set(did, { did, role: "owner", addedAt, addedBy }));

/** Returns the admins after an event of the stream `admins`. */
export const evolveAdmins = (admins: Admins, event: AdministrationEvent): Admins => {
  switch (event._tag) {
    case "AdminAdded.v1":
      return withOwner(admins, event, event.addedBy);
    case "AdminAddedByOperator.v1":
      return withOwner(admins, event, null);
    case "AdminRoleChanged.v1": {
      const changed = admins.get(event.did);
      return changed === undefined ? admins : new Map(admins).set(event.did, { ...changed, role: event.role });
    }
    case "AdminRemoved.v1":
      return new Map([...admins].filter(([did]) => did !== event.did));
    default:
      return admins;
  }
};

/** Returns the role of an account, or null if it is no admin. The accounts of `ADMIN_DIDS`, `configured`, are owners. */
export const roleOf = (admins: Admins, configured: ReadonlyArray<Did>, did: Did): AdminRole | null =>
  configured.includes(did) ? "owner" : (admins.get(did)?.role ?? null);

/** Returns the admins who can still sign in. An account that was erased cannot, and stays in the log under its pseudonym. */
export const remainingAdmins = (admins: Admins): ReadonlyArray<AddedAdmin> =>
  [...admins.values()].filter(({ did }) => !isErasedDid(did));

/** Whether there is any admin. */
export const hasAdmins = (admins: Admins, configured: ReadonlyArray<Did>): boolean =>
  configured.length > 0 || remainingAdmins(admins).length > 0;

/** Why an account cannot be added, changed or removed, as a sentence that continues after the account. */
const sentences = {
  "is-admin": "is an admin already.",
  "not-admin": "is no admin.",
  "last-owner": "is the last owner: make another admin an owner first.",
  "from-configuration":
    "is named in ADMIN_DIDS, and therefore an owner: take it out of the environment of the service, and restart it."
} as const;

/** The admins stay as they are. */
export class AdminUnchanged extends Schema.TaggedError<AdminUnchanged>()("AdminUnchanged", {
  reason: Schema.Literal("is-admin", "not-admin", "last-owner", "from-configuration"),
  did: Schema.String
}) {
  override get message(): string {
    return `${this.did} ${sentences[this.reason]}`;
  }
}

interface Change {
  readonly did: Did;
  readonly configured: ReadonlyArray<Did>;
}

/** An account that is added is an owner, until this event. */
const otherRole = (did: Did, role: AdminRole): ReadonlyArray<AdminRoleChanged> =>
  role === "owner" ? [] : [new AdminRoleChanged({ did, role, before: "owner" })];

/** Decides to make an account an admin with a role. `now` is in Unix milliseconds. */
export const addAdmin = (
  admins: Admins,
  {
    by,
    configured,
    did,
    how,
    now,
    role
  }: Change & {
    readonly how: AdminAdded["how"];
    readonly role: AdminRole;
    readonly by: Did | null;
    readonly now: number;
  }
): Either.Either<ReadonlyArray<AdminAdded | AdminRoleChanged>, AdminUnchanged> => {
  if (roleOf(admins, configured, did) !== null) return Either.left(new AdminUnchanged({ reason: "is-admin", did }));
  return Either.right([new AdminAdded({ did, how, addedBy: by, addedAt: now }), ...otherRole(did, role)]);
};

/** Decides to make an account an admin with a role, for the operator. `now` is in Unix milliseconds. */
export const addAdminByOperator = (
  admins: Admins,
  { configured, did, now, role = "owner" }: Change & { readonly role?: AdminRole; readonly now: number }
): Either.Either<ReadonlyArray<AdminAddedByOperator | AdminRoleChanged>, AdminUnchanged> =>
  roleOf(admins, configured, did) === null
    ? Either.right([new AdminAddedByOperator({ did, addedAt: now }), ...otherRole(did, role)])
    : Either.left(new AdminUnchanged({ reason: "is-admin", did }));

/** Whether an account is the only owner. */
const isLastOwner = (admins: Admins, configured: ReadonlyArray<Did>, did: Did): boolean =>
  configured.length === 0 &&
  admins.get(did)?.role === "owner" &&
  !remainingAdmins(admins).some((other) => other.did !== did && other.role === "owner");

/** Decides to give an admin another role. At least one owner must remain. The role that the admin has is no change. */
export const changeRole = (
  admins: Admins,
  { configured, did, role }: Change & { readonly role: AdminRole }
): Either.Either<ReadonlyArray<AdminRoleChanged>, AdminUnchanged> => {
  const refuse = (reason: AdminUnchanged["reason"]) => Either.left(new AdminUnchanged({ reason, did }));
  if (configured.includes(did)) return role === "owner" ? Either.right([]) : refuse("from-configuration");
  const admin = admins.get(did);
  if (admin === undefined) return refuse("not-admin");
  if (admin.role === role) return Either.right([]);
  if (isLastOwner(admins, configured, did)) return refuse("last-owner");
  return Either.right([new AdminRoleChanged({ did, role, before: admin.role })]);
};

/** Decides to remove an admin. At least one owner must remain. */
export const removeAdmin = (
  admins: Admins,
  { configured, did }: Change
): Either.Either<ReadonlyArray<AdminRemoved>, AdminUnchanged> => {
  const refuse = (reason: AdminUnchanged["reason"]) => Either.left(new AdminUnchanged({ reason, did }));
  if (configured.includes(did)) return refuse("from-configuration");
  if (!admins.has(did)) return refuse("not-admin");
  if (isLastOwner(admins, configured, did)) return refuse("last-owner");
  return Either.right([new AdminRemoved({ did })]);
};
