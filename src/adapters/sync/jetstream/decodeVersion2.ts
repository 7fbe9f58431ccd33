import { isValidTid } from "@atproto/syntax";
import * as Either from "effect/Either";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";
import type { RepoEvent, SourceEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import type { ReceivedMessage } from "../connection/ReceiveBuffer.ts";
import { readJsonMessage } from "../json/readJsonMessage.ts";
import { statedAccount, statedCommit, statedIdentity } from "../json/statedEvents.ts";
import { undecodable } from "../json/undecodable.ts";
import { plainMessage } from "./plainMessage.ts";

/** What a message of a Jetstream of version 2 is. */
export type Version2Message =
  | { readonly _tag: "Event"; readonly event: SourceEvent }
  /** A notice, which has no position. */
  | { readonly _tag: "Info"; readonly name: string }
  /** The source ends the subscription. */
  | { readonly _tag: "Error"; readonly name: string; readonly message: string | null };

type Decoded = Either.Either<RepoEvent, string>;

const member = (payload: JsonObject, name: string): Either.Either<JsonObject, string> => {
  const value = payload[name];
  return isJsonObject(value) ? Either.right(value) : Either.left(`${name} must be an object.`);
};

const stateOf = (payload: JsonObject): Decoded =>
  Either.flatMap(member(payload, "sync"), ({ rev }) => {
    if (typeof rev !== "string" || !isValidTid(rev)) return Either.left("rev must be a TID.");
    return Either.map(statedIdentity(payload.did), ({ did }) => ({ _tag: "State", did, rev }));
  });

const eventOf = (kind: string, payload: JsonObject): Decoded => {
  const { cid, collection, did, operation: action, record, rev, rkey } = payload;
  switch (kind) {
    case "commit":
      return statedCommit({ action, cid, collection, did, record, rev, rkey });
    case "identity":
      return statedIdentity(did);
    case "account":
      return Either.flatMap(member(payload, "account"), ({ active, status }) => statedAccount(did, active, status));
    case "sync":
      return stateOf(payload);
    default:
      return Either.right({ _tag: "Ignored" });
  }
};

/** Imports of older timestamps change `time`, and leave `witnessedAt`. */
const timeOf = ({ time, witnessedAt }: JsonObject): number | null => {
  const stated = witnessedAt ?? time;
  const milliseconds = typeof stated === "string" ? Date.parse(stated) : Number.NaN;
  return Number.isNaN(milliseconds) ? null : milliseconds;
};

const isSequenceNumber = (value: unknown): value is number =>
  typeof value === "number" && Number.isSafeInteger(value) && value > 0;

const messageOf = (frame: JsonObject, data: Buffer, predecessor: number): Version2Message => {
  const { $type: type, error, message, payload } = frame;
  if (type === "error") {
    const name = typeof error === "string" ? error : "unknown";
    return { _tag: "Error", name, message: typeof message === "string" ? message : null };
  }
  const at = (cursor: number, time: number | null, event: RepoEvent): Version2Message => ({
    _tag: "Event",
    event: { cursor, time, event }
  });
  if (type !== "message") return at(predecessor, null, { _tag: "Ignored" });
  if (!isJsonObject(payload)) return at(predecessor, null, undecodable(null, "payload must be an object.", data));
  const kind = typeof payload.$type === "string" ? payload.$type.slice(payload.$type.indexOf("#") + 1) : "";
  if (kind === "info") return { _tag: "Info", name: typeof payload.name === "string" ? payload.name : "" };
  const { did, seq } = payload;
  if (!isSequenceNumber(seq)) return at(predecessor, null, undecodable(did, "seq must be a positive integer.", data));
  const event = Either.getOrElse(eventOf(kind, payload), (reason) => undecodable(did, reason, data));
  return at(seq, timeOf(payload), event);
};

/**
 * Decodes a message of a Jetstream of version 2 (Lexicon `network.bsky.jetstream.subscribeEvents`, framed as
 * `xrpc.v1.json`). An event without a readable position gets that of its predecessor. Never throws.
 */
export const decodeVersion2 = (
  received: ReceivedMessage,
  dictionary: Uint8Array | undefined,
  predecessor: number
): Version2Message => {
  const { data } = received;
  return Either.match(Either.flatMap(plainMessage(received, dictionary), readJsonMessage), {
    onLeft: (reason) => ({
      _tag: "Event",
      event: { cursor: predecessor, time: null, event: undecodable(null, reason, data) }
    }),
    onRight: (frame) => messageOf(frame, data, predecessor)
  });
};
