import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { StatementReader } from "../../bench/token/StatementReader.ts";

const framed = (body: Buffer, type = ""): Buffer => {
  const length = Buffer.alloc(4);
  length.writeInt32BE(body.length + 4);
  return Buffer.concat([Buffer.from(type), length, body]);
};

const text = (...parts: ReadonlyArray<string>): Buffer => Buffer.from(parts.map((part) => `${part}\0`).join(""));

const startup = framed(Buffer.concat([Buffer.from([0, 3, 0, 0]), text("user", "postgres", "")]));
const parse = (name: string, statement: string) => framed(Buffer.concat([text(name, statement), Buffer.alloc(2)]), "P");
const bind = (name: string) => framed(Buffer.concat([text("", name), Buffer.alloc(6)]), "B");
const query = (statement: string) => framed(text(statement), "Q");
const sync = framed(Buffer.alloc(0), "S");

const sent = Buffer.concat([
  startup,
  query("begin"),
  parse("one", "select 1"),
  bind("one"),
  sync,
  parse("", "select 'ß'"),
  bind(""),
  bind("one"),
  sync
]);

const statements = ["begin", "select 1", "select 'ß'", "select 1"];

describe("StatementReader", () => {
  it("reads statements that are sent at once, prepared or not", () => {
    const said: Array<string> = [];
    new StatementReader((statement) => said.push(statement)).read(sent);
    assert.deepStrictEqual(said, statements);
  });

  it("reads statements in whatever pieces they arrive", () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 1, max: 40 }), { minLength: 1 }), (lengths) => {
        const said: Array<string> = [];
        const reader = new StatementReader((statement) => said.push(statement));
        let at = 0;
        for (let piece = 0; at < sent.length; piece += 1) {
          const length = lengths[piece % lengths.length] ?? 1;
          reader.read(sent.subarray(at, at + length));
          at += length;
        }
        assert.deepStrictEqual(said, statements);
      })
    );
  });
});
