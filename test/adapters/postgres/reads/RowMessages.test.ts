import { expect, it } from "@effect/vitest";
import * as fc from "fast-check";
import { toByteText } from "../../../../src/adapters/postgres/reads/byteText.ts";
import { RowMessages, type TextRow } from "../../../../src/adapters/postgres/reads/RowMessages.ts";

type Message = { readonly row: ReadonlyArray<string | null> } | { readonly other: string };

const int32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
};

const column = (text: string | null): Buffer =>
  text === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(text)), Buffer.from(text)]);

const framed = (type: string, content: Buffer): Buffer =>
  Buffer.concat([Buffer.from(type), int32(content.length + 4), content]);

const encoded = (message: Message): Buffer =>
  "other" in message
    ? framed("C", Buffer.from(message.other))
    : framed("D", Buffer.concat([int32(message.row.length).subarray(2), ...message.row.map(column)]));

const text = fc.string({ unit: "binary", maxLength: 40 });
const message: fc.Arbitrary<Message> = fc.oneof(
  fc.record({ row: fc.array(fc.option(text), { maxLength: 5 }) }),
  fc.record({ other: text })
);

/** The bytes in pieces of the given lengths, taken in turn. */
const pieces = (bytes: Buffer, lengths: ReadonlyArray<number>): ReadonlyArray<Buffer> => {
  const found: Array<Buffer> = [];
  for (let at = 0; at < bytes.length; ) {
    const length = lengths[found.length % lengths.length] ?? 1;
    found.push(bytes.subarray(at, at + length));
    at += length;
  }
  return found;
};

const lengths = fc.array(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 5 });

it("takes the rows and forwards everything else, however the bytes arrive", () => {
  fc.assert(
    fc.property(fc.array(message), lengths, (messages, cuts) => {
      const forwarded: Array<Buffer> = [];
      const rows: Array<TextRow> = [];
      const stream = new RowMessages((bytes) => forwarded.push(bytes));
      stream.takeRows((row) => rows.push(row));
      for (const piece of pieces(Buffer.concat(messages.map(encoded)), cuts)) stream.push(piece);
      expect(rows).toEqual(
        messages.flatMap((each) => ("row" in each ? [each.row.map((value) => value && toByteText(value))] : []))
      );
      expect(Buffer.concat(forwarded)).toEqual(Buffer.concat(messages.filter((each) => "other" in each).map(encoded)));
    })
  );
});

it("forwards rows that nobody takes", () => {
  fc.assert(
    fc.property(fc.array(message), lengths, (messages, cuts) => {
      const forwarded: Array<Buffer> = [];
      const stream = new RowMessages((bytes) => forwarded.push(bytes));
      const bytes = Buffer.concat(messages.map(encoded));
      for (const piece of pieces(bytes, cuts)) stream.push(piece);
      expect(Buffer.concat(forwarded)).toEqual(bytes);
    })
  );
});
