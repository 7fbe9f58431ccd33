import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { Did } from "../atproto/Did.ts";
import { AdminAdded, AdminAddedByOperator, type AdministrationEvent, AdminRemoved } from "./AdministrationEvent.ts";

/** An account that was added as an admin. `addedAt` is in Unix milliseconds; `addedBy` is the admin who did, or null. */
export interface AddedAdmin {
  readonly did: Did;
  readonly addedAt: number;
  readonly addedBy: Did | null;
}

/** The accounts added as admins, in the order of addition. The admins in `ADMIN_DIDS` are not included. */
export type Admins = ReadonlyMap<Did, AddedAdmin>;

export const initialAdmins: Admins = new Map();

/** Returns the admins after an event of the stream `admins`. */
export const evolveAdmins = (admins: Admins, event: AdministrationEvent): Admins => {
  switch (event._tag) {
    case "AdminAdded.v1":
      return admins.has(event.did) ? admins : new Map(admins).set(event.did, event);
    case "AdminAddedByOperator.v1":
      return admins.has(event.did) ? admins : new Map(admins).set(event.did, { ...event, addedBy: null });
    case "AdminRemoved.v1":
      return new Map([...admins].filter(([did]) => did !== event.did));
    default:
      return admins;
  }
};

/** Whether an account is an admin. `configured` contains the accounts of `ADMIN_DIDS`. */
export const administers = (admins: Admins, configured: ReadonlyArray<Did>, did: Did): boolean =>
  configured.includes(did) || admins.has(did);

/** Whether there is any admin. */
export const hasAdmins = (admins: Admins, configured: ReadonlyArray<Did>): boolean =>
  configured.length > 0 || admins.size > 0;

/** Why an account cannot be added or removed, as a sentence that continues after the account. */
const sentences = {
  "is-admin": "is an admin already.",
  "not-admin": "is no admin.",
  "last-admin": "is the last admin: add another one first.",
  "from-configuration": "is named in ADMIN_DIDS: take it out of the environment of the service, and restart it."
} as const;

/** An account cannot be added or removed. */
export class AdminUnchanged extends Schema.TaggedError<AdminUnchanged>()("AdminUnchanged", {
  reason: Schema.Literal("is-admin", "not-admin", "last-admin", "from-configuration"),
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

/** Decides to make an account an admin. `now` is in Unix milliseconds. */
export const addAdmin = (
  admins: Admins,
  { by, configured, did, how, now }: Change & { readonly how: AdminAdded["how"]; readonly by: Did | null; now: number }
): Either.Either<ReadonlyArray<AdminAdded>, AdminUnchanged> =>
  administers(admins, configured, did)
    ? Either.left(new AdminUnchanged({ reason: "is-admin", did }))
    : Either.right([new AdminAdded({ did, how, addedBy: by, addedAt: now })]);

/** Decides to make an account an admin, for the operator. `now` is in Unix milliseconds. */
export const addAdminByOperator = (
  admins: Admins,
  { configured, did, now }: Change & { readonly now: number }
): Either.Either<ReadonlyArray<AdminAddedByOperator>, AdminUnchanged> =>
  administers(admins, configured, did)
    ? Either.left(new AdminUnchanged({ reason: "is-admin", did }))
    : Either.right([new AdminAddedByOperator({ did, addedAt: now })]);

/** Decides to remove an admin. At least one admin must remain. */
export const removeAdmin = (
  admins: Admins,
  { configured, did }: Change
): Either.Either<ReadonlyArray<AdminRemoved>, AdminUnchanged> => {
  const refuse = (reason: AdminUnchanged["reason"]) => Either.left(new AdminUnchanged({ reason, did }));
  if (configured.includes(did)) return refuse("from-configuration");
  if (!admins.has(did)) return refuse("not-admin");
  if (configured.length === 0 && admins.size === 1) return refuse("last-admin");
  return Either.right([new AdminRemoved({ did })]);
};
