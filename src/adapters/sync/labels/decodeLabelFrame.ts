import * as Either from "effect/Either";
import { type DecodedLabel, decodeLabel } from "../../../domain/labeler/decodeLabel.ts";
import type { LabelRejection } from "../../../domain/labeler/LabelRejection.ts";
import { DagCborCursor, UnexpectedCbor } from "../../../domain/sync/repository/DagCborCursor.ts";
import { errorOp, messageOp, readHeader } from "../connection/frameHeader.ts";
import type { StatedError } from "../connection/hostError.ts";

/** What a frame of `com.atproto.label.subscribeLabels` means. `seq` is null if it cannot be read. */
export type LabelFrame =
  | { readonly _tag: "Labels"; readonly seq: number | null; readonly labels: ReadonlyArray<DecodedLabel> }
  | { readonly _tag: "Info"; readonly name: string | null }
  | ({ readonly _tag: "Error" } & StatedError)
  /** A type that has no meaning here. */
  | { readonly _tag: "Ignored"; readonly seq: number | null };

/** The fields of the bodies of all types. */
interface Body {
  seq: number | null;
  labels: ReadonlyArray<DecodedLabel> | null;
  name: string | null;
  error: string | null;
  message: string | null;
}

/** The most labels of one frame, which are decoded at once. Labelers send one or a few. */
const maxLabels = 2_000;
/** The least size of a label in bytes: its signature has 64. */
const minLabelBytes = 100;

const readLabels = (cursor: DagCborCursor): ReadonlyArray<DecodedLabel> => {
  const labels: Array<DecodedLabel> = [];
  const count = cursor.list();
  if (count > maxLabels || (count - 1) * minLabelBytes > cursor.bytes.length) throw new UnexpectedCbor();
  for (let place = 0; place < count; place += 1) labels.push(decodeLabel(cursor));
  return labels;
};

const readField = (cursor: DagCborCursor, body: Body): void => {
  switch (cursor.text()) {
    case "seq":
      body.seq = cursor.unsigned();
      break;
    case "labels":
      body.labels = readLabels(cursor);
      break;
    case "name":
      body.name = cursor.textIfAny();
      break;
    case "error":
      body.error = cursor.textIfAny();
      break;
    case "message":
      body.message = cursor.textIfAny();
      break;
    default:
      cursor.skip();
  }
};

const readBody = (cursor: DagCborCursor): Body => {
  const body: Body = { seq: null, labels: null, name: null, error: null, message: null };
  const count = cursor.map();
  for (let place = 0; place < count; place += 1) readField(cursor, body);
  if (!cursor.isAtEnd()) throw new UnexpectedCbor();
  return body;
};

/** Reads only the position, from a body whose other fields may be of any type. */
const salvagedSeq = (bytes: Uint8Array, at: number): number | null => {
  let seq: number | null = null;
  try {
    const cursor = new DagCborCursor(bytes, at);
    const count = cursor.map();
    for (let place = 0; place < count; place += 1) {
      if (cursor.text() === "seq") seq = cursor.unsignedIfAny();
      else cursor.skip();
    }
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
  }
  return seq;
};

const undecodable = (detail: string): LabelRejection => ({ reason: "undecodable", detail, uri: null, val: null });

/** A frame that cannot be read counts as one label that has no effect. */
const unreadable = (seq: number | null, detail: string): LabelFrame => ({
  _tag: "Labels",
  seq,
  labels: [Either.left(undecodable(detail))]
});

const attempt = <A>(read: () => A): A | null => {
  try {
    return read();
  } catch (cause) {
    if (!(cause instanceof UnexpectedCbor)) throw cause;
    return null;
  }
};

const messageFrame = (bytes: Uint8Array, bodyAt: number, type: string): LabelFrame => {
  if (type !== "#labels" && type !== "#info") return { _tag: "Ignored", seq: salvagedSeq(bytes, bodyAt) };
  const body = attempt(() => readBody(new DagCborCursor(bytes, bodyAt)));
  if (body === null)
    return unreadable(salvagedSeq(bytes, bodyAt), "the body of the frame cannot be read, or has too many labels");
  if (type === "#info") return { _tag: "Info", name: body.name };
  if (body.seq === null) return unreadable(null, "seq of the frame must be a number");
  if (body.labels === null) return unreadable(body.seq, "labels of the frame must be a list");
  return { _tag: "Labels", seq: body.seq, labels: body.labels };
};

const errorFrame = (bytes: Uint8Array, bodyAt: number): LabelFrame => {
  const body = attempt(() => readBody(new DagCborCursor(bytes, bodyAt)));
  return { _tag: "Error", error: body?.error ?? null, message: body?.message ?? null };
};

/**
 * Decodes a frame of a labeler: a header and a body in DAG-CBOR (AT Protocol, Event Stream). What cannot be read is a
 * rejected label, never an error.
 */
export const decodeLabelFrame = (data: Uint8Array): LabelFrame => {
  // Views of a `Buffer` are slower.
  const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
  const cursor = new DagCborCursor(bytes);
  const header = attempt(() => readHeader(cursor));
  if (header === null) return unreadable(null, "the header of the frame cannot be read");
  if (header.op === messageOp) return messageFrame(bytes, cursor.at, header.type);
  if (header.op === errorOp) return errorFrame(bytes, cursor.at);
  return unreadable(null, "op of the frame must be 1 or -1");
};
