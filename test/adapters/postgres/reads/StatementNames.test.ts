import { assert, it } from "@effect/vitest";
import { StatementNames } from "../../../../src/adapters/postgres/reads/StatementNames.ts";

const make = (capacity: { readonly texts: number; readonly characters: number }) => {
  const closed: Array<string> = [];
  const names = new StatementNames(capacity, (name) => closed.push(name));
  const named = (text: string) => {
    names.nameOf(text);
    return names.nameOf(text);
  };
  return { names, named, closed };
};

it("names a text when it is sent again", () => {
  const { names } = make({ texts: 2, characters: 100 });
  assert.isUndefined(names.nameOf("a"));
  assert.strictEqual(names.nameOf("a"), "t1");
  assert.strictEqual(names.nameOf("a"), "t1");
});

it("closes the least recently used statement", () => {
  const { closed, named } = make({ texts: 2, characters: 100 });
  for (const text of ["a", "b", "a", "c"]) named(text);
  assert.deepStrictEqual(closed, ["t2"]);
});

it("remembers no more than its number of characters, however few the texts", () => {
  const { closed, named } = make({ texts: 100, characters: 10 });
  for (const text of ["aaaa", "bbbb", "cccc"]) named(text);
  assert.deepStrictEqual(closed, ["t1"]);
});

it("never names a text that is longer than its number of characters", () => {
  const { closed, named } = make({ texts: 100, characters: 10 });
  assert.strictEqual(named("a"), "t1");
  assert.isUndefined(named("x".repeat(11)));
  assert.strictEqual(named("a"), "t1");
  assert.deepStrictEqual(closed, []);
});
