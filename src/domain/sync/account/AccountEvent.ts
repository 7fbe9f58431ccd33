import * as Schema from "effect/Schema";
import { PersonalDid, PersonalHandle } from "../../personal/personal.ts";
import { AccountStatus } from "./AccountStatus.ts";

/** Who reported a change of an account: the source of live sync, or the account's PDS. */
export const AccountReporter = Schema.Literal("source", "pds");
export type AccountReporter = typeof AccountReporter.Type;

/** An account is not active, and its records are hidden. */
export class AccountHidden extends Schema.TaggedClass<AccountHidden>()("AccountHidden.v1", {
  did: PersonalDid,
  status: AccountStatus,
  reportedBy: AccountReporter
}) {}

/** An account is active again, and its records are shown. */
export class AccountShown extends Schema.TaggedClass<AccountShown>()("AccountShown.v1", {
  did: PersonalDid,
  reportedBy: AccountReporter
}) {}

/** An account was deleted, which its PDS confirmed, and its records were erased. */
export class AccountErased extends Schema.TaggedClass<AccountErased>()("AccountErased.v1", {
  did: PersonalDid,
  records: Schema.NonNegativeInt
}) {}

/** An admin removed the indexed records of an account. It stays known, and is indexed again when it is due. */
export class AccountRecordsRemoved extends Schema.TaggedClass<AccountRecordsRemoved>()("AccountRecordsRemoved.v1", {
  did: PersonalDid,
  records: Schema.NonNegativeInt
}) {}

/** The handle of an account changed. It is null if no handle is confirmed in both directions. */
export class HandleChanged extends Schema.TaggedClass<HandleChanged>()("HandleChanged.v1", {
  did: PersonalDid,
  before: Schema.NullOr(PersonalHandle),
  after: Schema.NullOr(PersonalHandle)
}) {}

/** The events of a known account. */
export const AccountEvent = Schema.Union(
  AccountHidden,
  AccountShown,
  AccountErased,
  AccountRecordsRemoved,
  HandleChanged
);
export type AccountEvent = typeof AccountEvent.Type;
