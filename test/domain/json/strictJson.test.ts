import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import * as fc from "fast-check";
import { strictJson } from "../../../src/domain/json/strictJson.ts";

const decode = Schema.decodeEither(strictJson(Schema.Unknown));

describe("strictJson (SS-10)", () => {
  const refused = [
    ...["", "{", "{'a':1}", "<html></html>", '{"a":1,}', "undefined", '{"a":1}{"a":1}', "\ufeff{}"],
    ...['{"a":1,"a":1}', '{"iss":"x","\\u0069ss":"y"}', '[{"b":{"a":1,"c":[],"a":2}}]', '{"a":{},"b":1,"a":[]}'],
    ...['{"__proto__":1,"__proto__":2}', '{"":1,"":2}', '{"\\"":1,"\\u0022":2}', `${"[".repeat(33)}${"]".repeat(33)}`],
    ...[`${'{"a":'.repeat(33)}1${"}".repeat(33)}`, `${"[".repeat(30_000)}${"]".repeat(30_000)}`]
  ];
  it.each(refused)("refuses %s", (text) => assert.isTrue(Either.isLeft(decode(text))));

  const taken = [
    ...[
      '{"a":"a:{}[]\\"","b":{"a":1}}',
      '[{"a":1},{"a":1}]',
      '{"a":1,"A":2}',
      '{":":1,"{":2}',
      " 1 ",
      '"a\\\\"',
      "null"
    ],
    ...[`${"[".repeat(32)}${"]".repeat(32)}`, '{"a":["x","y","x"],"b":"a","c":"a"}', '{"constructor":1,"toString":2}']
  ];
  it.each(taken)("takes %s", (text) => assert.deepStrictEqual(Either.getOrThrow(decode(text)), JSON.parse(text)));

  it("accepts any JSON without duplicate members", () =>
    fc.assert(
      fc.property(fc.json({ maxDepth: 8 }), (text) =>
        assert.deepStrictEqual(Either.getOrThrow(decode(text)), JSON.parse(text))
      )
    ));

  it("rejects an object with a duplicate member at any depth", () =>
    fc.assert(
      fc.property(fc.dictionary(fc.string(), fc.jsonValue(), { minKeys: 1 }), fc.nat(), (members, at) => {
        const written = Object.entries(members).map(
          ([name, value]) => `${JSON.stringify(name)}:${JSON.stringify(value)}`
        );
        const doubled = [...written, written[at % written.length]].join(",");
        assert.isTrue(Either.isLeft(decode(`{"outer":[{${doubled}}]}`)));
      })
    ));

  it("does not quote the text in its error", () => {
    const failure = Either.getOrThrow(Either.flip(decode('{"secret":1,"secret":2}')));
    assert.include(String(failure.message), "twice");
  });
});
