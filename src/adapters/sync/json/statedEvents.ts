import { isValidTid } from "@atproto/syntax";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { Did } from "../../../domain/atproto/Did.ts";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import type { Json } from "../../../domain/json/Json.ts";
import { accountStatusOf } from "../../../domain/sync/account/AccountStatus.ts";
import type { AccountChange, CommitEvent, IdentityEvent } from "../../../domain/sync/stream/RepoEvent.ts";

const isDid = Schema.is(Did);

/** A member of a JSON object, which may be missing. */
type Member = Json | undefined;

/** An operation as a source states it, not checked yet. */
export interface StatedOperation {
  readonly did: Member;
  readonly rev: Member;
  readonly action: Member;
  readonly collection: Member;
  readonly rkey: Member;
  readonly cid: Member;
  readonly record: Member;
}

/** An event, or what is wrong with the message: the member and what it must be. */
type Stated<Event> = Either.Either<Event, string>;

const noDid = Either.left("did must be a DID.");

/** Returns the commit of an operation that a source states without the signed commit. */
export const statedCommit = (operation: StatedOperation): Stated<CommitEvent> => {
  const { action, cid, collection, did, record, rev, rkey } = operation;
  if (!isDid(did)) return noDid;
  if (typeof rev !== "string" || !isValidTid(rev)) return Either.left("rev must be a TID.");
  if (typeof collection !== "string") return Either.left("collection must be a string.");
  if (typeof rkey !== "string") return Either.left("rkey must be a string.");
  if (action === "delete") {
    return Either.right({
      _tag: "Commit",
      did,
      rev,
      operations: [{ action, collection, rkey, cid: null }],
      content: { _tag: "Stated", values: [null] }
    });
  }
  if (action !== "create" && action !== "update") return Either.left("The operation must be create, update or delete.");
  if (typeof cid !== "string") return Either.left("cid must be a string.");
  return Either.right({
    _tag: "Commit",
    did,
    rev,
    operations: [{ action, collection, rkey, cid }],
    content: { _tag: "Stated", values: [isJsonObject(record) ? record : null] }
  });
};

export const statedIdentity = (did: Member): Stated<IdentityEvent> =>
  isDid(did) ? Either.right({ _tag: "Identity", did }) : noDid;

export const statedAccount = (did: Member, active: Member, status: Member): Stated<AccountChange> => {
  if (!isDid(did)) return noDid;
  if (typeof active !== "boolean") return Either.left("active must be true or false.");
  return Either.right({ _tag: "Account", did, status: active ? null : accountStatusOf(status) });
};
