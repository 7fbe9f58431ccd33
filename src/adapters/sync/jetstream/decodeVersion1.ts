import * as Either from "effect/Either";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { IgnoredEvent, RepoEvent, SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { readJsonMessage } from "../json/readJsonMessage.ts";
import { statedAccount, statedCommit, statedIdentity } from "../json/statedEvents.ts";
import { undecodable } from "../json/undecodable.ts";
import { plainMessage } from "./plainMessage.ts";

const ignored: Either.Either<IgnoredEvent> = Either.right({ _tag: "Ignored" });

const eventOf = (message: JsonObject): Either.Either<RepoEvent, string> => {
  const { account, commit, did, identity, kind } = message;
  switch (kind) {
    case "commit": {
      if (!isJsonObject(commit)) return Either.left("commit must be an object.");
      const { cid, collection, operation, record, rev, rkey } = commit;
      return statedCommit({ did, rev, action: operation, collection, rkey, cid, record });
    }
    case "identity":
      return isJsonObject(identity) ? statedIdentity(did) : Either.left("identity must be an object.");
    case "account":
      return isJsonObject(account)
        ? statedAccount(did, account.active, account.status)
        : Either.left("account must be an object.");
    default:
      return ignored;
  }
};

/**
 * Decodes a message of a Jetstream of version 1. One without a readable position gets that of its predecessor. Never
 * throws.
 */
export const decodeVersion1 = (
  received: ReceivedMessage,
  dictionary: Uint8Array | undefined,
  predecessor: number
): SourceEvent => {
  const { data } = received;
  return Either.match(Either.flatMap(plainMessage(received, dictionary), readJsonMessage), {
    onLeft: (reason) => ({ cursor: predecessor, time: null, event: undecodable(null, reason, data) }),
    onRight: (message) => {
      const { did, time_us: cursor } = message;
      if (typeof cursor !== "number" || !Number.isSafeInteger(cursor) || cursor < 0) {
        const event = undecodable(did, "time_us must be a number of microseconds.", data);
        return { cursor: predecessor, time: null, event };
      }
      const event = Either.getOrElse(eventOf(message), (reason) => undecodable(did, reason, data));
      return { cursor, time: Math.floor(cursor / 1_000), event };
    }
  });
};
