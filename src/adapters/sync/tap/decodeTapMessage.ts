import * as Either from "effect/Either";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { RepoEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { readJsonMessage } from "../json/readJsonMessage.ts";
import { statedAccount, statedCommit, statedIdentity } from "../json/statedEvents.ts";
import { undecodable } from "../json/undecodable.ts";

/** A message of a Tap. */
export interface TapMessage {
  /** What is to be acknowledged; null if it cannot be read. */
  readonly id: number | null;
  /** What the message means, never empty. */
  readonly events: ReadonlyArray<RepoEvent>;
}

/** Ids count from 1. The limit leaves room for cursors. */
const maxId = 2 ** 50;

const isId = (value: unknown): value is number =>
  typeof value === "number" && Number.isInteger(value) && value > 0 && value < maxId;

const recordEvents = ({ record: stated }: JsonObject): Either.Either<ReadonlyArray<RepoEvent>, string> => {
  if (!isJsonObject(stated)) return Either.left("record must be an object.");
  const { action, cid, collection, did, record, rev, rkey } = stated;
  return Either.map(statedCommit({ action, cid, collection, did, record, rev, rkey }), (commit) => [commit]);
};

/** A message about an identity states the handle and the status of the account, whichever has changed. */
const identityEvents = ({ identity }: JsonObject): Either.Either<ReadonlyArray<RepoEvent>, string> => {
  if (!isJsonObject(identity)) return Either.left("identity must be an object.");
  const { did, is_active: isActive, status } = identity;
  return Either.all([statedAccount(did, isActive, status), statedIdentity(did)]);
};

const eventsOf = (message: JsonObject): Either.Either<ReadonlyArray<RepoEvent>, string> => {
  switch (message.type) {
    case "record":
      return recordEvents(message);
    case "identity":
      return identityEvents(message);
    default:
      return Either.right([{ _tag: "Ignored" }]);
  }
};

const statedDid = ({ identity, record }: JsonObject): unknown => {
  if (isJsonObject(record)) return record.did;
  return isJsonObject(identity) ? identity.did : null;
};

/** Decodes a message of the channel of a Tap. Never throws. */
export const decodeTapMessage = (data: Buffer): TapMessage =>
  Either.match(readJsonMessage(data), {
    onLeft: (reason) => ({ id: null, events: [undecodable(null, reason, data)] }),
    onRight: (message) => {
      const { id } = message;
      const did = statedDid(message);
      if (!isId(id)) return { id: null, events: [undecodable(did, "id must be a positive integer.", data)] };
      return { id, events: Either.getOrElse(eventsOf(message), (reason) => [undecodable(did, reason, data)]) };
    }
  });
