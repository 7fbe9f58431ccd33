import type { DagCborCursor } from "../../../domain/sync/repository/DagCborCursor.ts";

/** The header of a frame: what it is, and its type, such as `#commit` (AT Protocol, Event Stream, "Framing"). */
export interface FrameHeader {
  readonly op: number;
  readonly type: string;
}

/** The values of `op`: a message, and an error that ends the stream. */
export const messageOp = 1;
export const errorOp = -1;
/** -1 in CBOR. */
const minusOne = 0x20;

/** Reads the header. Throws `UnexpectedCbor` if it is none. */
export const readHeader = (cursor: DagCborCursor): FrameHeader => {
  let op = 0;
  let type = "";
  const count = cursor.map();
  for (let place = 0; place < count; place += 1) {
    switch (cursor.text()) {
      case "op":
        op = readOp(cursor);
        break;
      case "t":
        type = cursor.text();
        break;
      default:
        cursor.skip();
    }
  }
  return { op, type };
};

const readOp = (cursor: DagCborCursor): number => {
  if (cursor.bytes[cursor.at] !== minusOne) return cursor.unsigned();
  cursor.at += 1;
  return errorOp;
};
