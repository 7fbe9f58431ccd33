import { isValidTid } from "@atproto/syntax";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import type { CID } from "multiformats/cid";
import { Did } from "../../../domain/atproto/Did.ts";
import { accountStatusOf } from "../../../domain/sync/account/AccountStatus.ts";
import { toBlockCid } from "../../../domain/sync/repository/cidBytes.ts";
import type { CommitContent, RecordOperation, RepoEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { FrameFields, FrameOperation } from "./FrameFields.ts";

/** An event, or what is wrong with the frame: the field and what it must be. */
type Stated<Event> = Either.Either<Event, string>;

const isDid = Schema.is(Did);

const noDid = Either.left("did must be a DID.");
const noTid = Either.left("rev must be a TID.");

const operationOf = ({ action, cid, path }: FrameOperation): Stated<RecordOperation> => {
  if (path === null) return Either.left("path of an operation must be a string.");
  const slash = path.indexOf("/");
  const record =
    slash < 0 ? { collection: path, rkey: "" } : { collection: path.slice(0, slash), rkey: path.slice(slash + 1) };
  switch (action) {
    case "delete":
      return Either.right({ action, ...record, cid: null });
    case "create":
    case "update":
      return cid === null
        ? Either.left("cid of an operation must be a CID.")
        : Either.right({ action, ...record, cid });
    default:
      return Either.left("action of an operation must be create, update or delete.");
  }
};

const contentOf = (fields: FrameFields, ops: ReadonlyArray<FrameOperation>): Stated<CommitContent> => {
  const { blocks, commit, hasTooManyOps, prevData, since, tooBig } = fields;
  if (tooBig || hasTooManyOps) return Either.right({ _tag: "TooBig" });
  if (commit === null) return Either.left("commit must be a CID.");
  if (blocks === null) return Either.left("blocks must be bytes.");
  const previous = new Map<string, CID>();
  for (const { path, prev } of ops) if (path !== null && prev !== null) previous.set(path, toBlockCid(prev));
  return Either.right({
    _tag: "Signed",
    since,
    prevData: prevData === null ? null : toBlockCid(prevData),
    commit: toBlockCid(commit),
    previous,
    blocks
  });
};

const commitOf = (fields: FrameFields): Stated<RepoEvent> => {
  const { ops, repo: did, rev } = fields;
  if (!isDid(did)) return Either.left("repo must be a DID.");
  if (rev === null || !isValidTid(rev)) return noTid;
  if (ops === null) return Either.left("ops must be a list.");
  const operations: Array<RecordOperation> = [];
  for (const op of ops) {
    const operation = operationOf(op);
    if (Either.isLeft(operation)) return Either.left(operation.left);
    operations.push(operation.right);
  }
  return Either.map(contentOf(fields, ops), (content) => ({ _tag: "Commit", did, rev, operations, content }));
};

const stateOf = ({ did, rev }: FrameFields): Stated<RepoEvent> => {
  if (!isDid(did)) return noDid;
  return rev !== null && isValidTid(rev) ? Either.right({ _tag: "State", did, rev }) : noTid;
};

const accountOf = ({ active, did, status }: FrameFields): Stated<RepoEvent> => {
  if (!isDid(did)) return noDid;
  if (active === null) return Either.left("active must be true or false.");
  return Either.right({ _tag: "Account", did, status: active ? null : accountStatusOf(status) });
};

const identityOf = ({ did }: FrameFields): Stated<RepoEvent> =>
  isDid(did) ? Either.right({ _tag: "Identity", did }) : noDid;

const tombstoneOf = ({ did }: FrameFields): Stated<RepoEvent> =>
  isDid(did) ? Either.right({ _tag: "Account", did, status: "deleted" }) : noDid;

/** The events of a firehose by the type in the header of their frames; the last three are deprecated. */
const eventsByType = new Map<string, (fields: FrameFields) => Stated<RepoEvent>>([
  ["#commit", commitOf],
  ["#sync", stateOf],
  ["#identity", identityOf],
  ["#account", accountOf],
  ["#handle", identityOf],
  ["#migrate", identityOf],
  ["#tombstone", tombstoneOf]
]);

/** Returns how frames of a type become events, or null for a type that has no meaning here. */
export const frameEvent = (type: string): ((fields: FrameFields) => Stated<RepoEvent>) | null =>
  eventsByType.get(type) ?? null;
