import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { DomainEvent, decodeEvent, encodeEvent, outcomeOf } from "../../../src/domain/event/DomainEvent.ts";
import samples from "./samples.json" with { type: "json" };

const stored: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> = Object.entries(samples);

/** The tags of a union of tagged classes, nested unions included. */
const tagsOf = (ast: Schema.Schema.Any["ast"]): ReadonlyArray<string> => {
  const text = JSON.stringify(Schema.make(ast).ast, (key, value: unknown) =>
    key === "annotations" ? undefined : value
  );
  return [...new Set(text.match(/"[A-Z][A-Za-z]+\.v[0-9]+"/g) ?? [])].map((tag) => tag.slice(1, -1)).sort();
};

describe("events that were released", () => {
  it("EV-08: have a stored sample for every version", () => {
    assert.deepStrictEqual(Object.keys(samples).sort(), tagsOf(DomainEvent.ast));
  });

  for (const [type, data] of stored) {
    it(`${type} is read, and written as it was stored`, () => {
      const event = Either.getOrThrow(decodeEvent({ type, data }));
      assert.deepStrictEqual(encodeEvent(event), { type, data });
    });
  }

  it("are labelled as failures with a reason if they report one", () => {
    const outcome = (type: keyof typeof samples) =>
      outcomeOf(Either.getOrThrow(decodeEvent({ type, data: samples[type] })));
    assert.deepStrictEqual(outcome("LoginFailed.v1"), { outcome: "failure", reason: "access-denied" });
    assert.deepStrictEqual(outcome("AuthorizationEnded.v1"), { outcome: "success", reason: "refresh-token-reused" });
    assert.deepStrictEqual(outcome("CodeIssued.v1"), { outcome: "success", reason: null });
  });
});

describe("reading events", () => {
  it("EV-08: fails explicitly for an unknown type, a newer version and another shape", () => {
    const unreadable = (type: string, data: Readonly<Record<string, unknown>>) =>
      Either.isLeft(decodeEvent({ type, data }));
    assert.isTrue(unreadable("ClientPainted.v1", {}));
    assert.isTrue(unreadable("ClientDeleted.v2", samples["ClientDeleted.v1"]));
    assert.isTrue(unreadable("ClientDeleted.v1", { clientId: 7 }));
  });
});
