import type { ByteText } from "./byteText.ts";

/** A row as the server sends it: each column as the bytes of its text. */
export type TextRow = ReadonlyArray<ByteText | null>;

/** Takes rows. `length` is that of the message on the wire. */
export type TakeRow = (row: TextRow, length: number) => void;

const dataRow = 0x44;
/** The type of a message, and its length, which counts itself but not the type (PostgreSQL, "Message Formats"). */
const head = { type: 1, length: 4 };
const headLength = head.type + head.length;

/** Reads the columns of a `DataRow` message out of one string, in which V8 refers to them without copying. */
const readRow = (message: Buffer, from: number, end: number): TextRow => {
  const bytes = message.toString("latin1", from, end);
  const count = message.readInt16BE(from);
  const row = new Array<ByteText | null>(count);
  let at = 2;
  for (let column = 0; column < count; column += 1) {
    const length = message.readInt32BE(from + at);
    at += 4;
    row[column] = length === -1 ? null : bytes.substring(at, at + length);
    if (length > 0) at += length;
  }
  return row;
};

/**
 * Takes the rows of a statement out of what the server sends, before the parser of `pg` creates a string for each column.
 * All other messages, and the rows of other statements, are forwarded whole.
 */
export class RowMessages {
  readonly #forward: (messages: Buffer) => void;
  #take: TakeRow | null = null;
  /** The beginning of a message that is not complete. */
  #pieces: Array<Buffer> = [];
  #held = 0;
  #needed = headLength;

  constructor(forward: (messages: Buffer) => void) {
    this.#forward = forward;
  }

  /** Takes the rows that follow, until it is called with null. */
  takeRows(take: TakeRow | null): void {
    this.#take = take;
  }

  /** Called with everything that the server sends. */
  push(chunk: Buffer): void {
    this.#pieces.push(chunk);
    this.#held += chunk.length;
    // A long message is put together once, when it is complete.
    if (this.#held < this.#needed) return;
    const messages = this.#pieces.length === 1 ? chunk : Buffer.concat(this.#pieces, this.#held);
    const end = this.#read(messages);
    this.#pieces = end < messages.length ? [messages.subarray(end)] : [];
    this.#held = messages.length - end;
  }

  /** Reads complete messages, and returns where the first incomplete one begins. */
  #read(messages: Buffer): number {
    let forwarded = 0;
    let at = 0;
    this.#needed = headLength;
    while (messages.length - at >= headLength) {
      const length = head.type + messages.readUInt32BE(at + head.type);
      if (messages.length - at < length) {
        this.#needed = length;
        break;
      }
      if (messages[at] === dataRow && this.#take !== null) {
        if (forwarded < at) this.#forward(messages.subarray(forwarded, at));
        this.#take(readRow(messages, at + headLength, at + length), length - head.type);
        forwarded = at + length;
      }
      at += length;
    }
    if (forwarded < at) this.#forward(messages.subarray(forwarded, at));
    return at;
  }
}
