import * as Either from "effect/Either";
import { DagCborCursor, UnexpectedCbor } from "../../../domain/sync/repository/DagCborCursor.ts";
import type { RepoEvent } from "../../../domain/sync/stream/RepoEvent.ts";
import { errorOp, type FrameHeader, messageOp, readHeader } from "../connection/frameHeader.ts";
import { undecodable } from "../json/undecodable.ts";
import { FrameFields } from "./FrameFields.ts";
import { frameEvent } from "./frameEvent.ts";

/** An event. `seq` is null if it cannot be read. `time` is in Unix milliseconds. */
export interface EventFrame {
  readonly _tag: "Event";
  readonly seq: number | null;
  readonly time: number | null;
  readonly event: RepoEvent;
}

/** The host ends the connection with an error. */
export interface ErrorFrame {
  readonly _tag: "Error";
  readonly error: string | null;
  readonly message: string | null;
}

/** What a frame means (AT Protocol, Event Stream). */
export type Frame = EventFrame | ErrorFrame | { readonly _tag: "Info"; readonly name: string | null };

const timeOf = (text: string | null): number | null => {
  const time = text === null ? Number.NaN : Date.parse(text);
  return Number.isNaN(time) ? null : time;
};

/** Reads only the position and the account, from a body whose other fields may be of any type. */
const salvage = (bytes: Uint8Array, at: number): { readonly seq: number | null; readonly did: string | null } => {
  let seq: number | null = null;
  let did: string | null = null;
  try {
    const cursor = new DagCborCursor(bytes, at);
    const count = cursor.map();
    for (let place = 0; place < count; place += 1) {
      const field = cursor.text();
      if (field === "seq") seq = cursor.unsignedIfAny();
      else if (field === "did" || field === "repo") did = cursor.textIfAny();
      else cursor.skip();
    }
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
  }
  return { seq, did };
};

/** The event for a frame that cannot be read. `bodyAt` is the offset of its body, or null. */
const unreadable = (bytes: Uint8Array, bodyAt: number | null, reason: string): EventFrame => {
  const { did, seq } = bodyAt === null ? { did: null, seq: null } : salvage(bytes, bodyAt);
  return { _tag: "Event", seq, time: null, event: undecodable(did, reason, bytes) };
};

const readBody = (cursor: DagCborCursor): Either.Either<FrameFields, string> => {
  const fields = new FrameFields();
  try {
    fields.read(cursor);
    return cursor.isAtEnd() ? Either.right(fields) : Either.left("The frame has more than a header and a body.");
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
    return Either.left(fields.reading === null ? "The body cannot be read." : `${fields.reading} cannot be read.`);
  }
};

const messageFrame = (bytes: Uint8Array, bodyAt: number, type: string): Frame => {
  const toEvent = frameEvent(type);
  if (toEvent === null && type !== "#info") {
    const { seq } = salvage(bytes, bodyAt);
    return { _tag: "Event", seq, time: null, event: { _tag: "Ignored" } };
  }
  const body = readBody(new DagCborCursor(bytes, bodyAt));
  if (Either.isLeft(body)) return unreadable(bytes, bodyAt, body.left);
  const fields = body.right;
  if (toEvent === null) return { _tag: "Info", name: fields.name };
  if (fields.seq === null) return unreadable(bytes, bodyAt, "seq must be a number.");
  const event = toEvent(fields);
  if (Either.isLeft(event)) return unreadable(bytes, bodyAt, event.left);
  return { _tag: "Event", seq: fields.seq, time: timeOf(fields.time), event: event.right };
};

const errorFrame = (bytes: Uint8Array, bodyAt: number): Frame =>
  Either.match(readBody(new DagCborCursor(bytes, bodyAt)), {
    onLeft: (reason) => unreadable(bytes, bodyAt, reason),
    onRight: ({ error, message }) => ({ _tag: "Error", error, message })
  });

/**
 * Decodes a frame of a firehose: a header and a body in DAG-CBOR (AT Protocol, Event Stream). What cannot be read is an
 * `Undecodable` event, never an error. The blocks of a commit stay as they are.
 */
export const decodeFrame = (data: Uint8Array): Frame => {
  // Views of a `Buffer` are slower.
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const cursor = new DagCborCursor(bytes);
  let header: FrameHeader;
  try {
    header = readHeader(cursor);
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
    return unreadable(bytes, null, "The header cannot be read.");
  }
  if (header.op === messageOp) return messageFrame(bytes, cursor.at, header.type);
  if (header.op === errorOp) return errorFrame(bytes, cursor.at);
  return unreadable(bytes, cursor.at, "op must be 1 or -1.");
};
