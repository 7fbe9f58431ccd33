import { assert, describe, it } from "@effect/vitest";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { renderEvent } from "../../../src/application/audit/renderEvent.ts";
import { eventTypes, isEventType } from "../../../src/domain/audit/eventTypes.ts";
import { DomainEvent, decodeEvent, isFailure, outcomeOf } from "../../../src/domain/event/DomainEvent.ts";
import type { RecordedEvent } from "../../../src/domain/event/Envelope.ts";
import { recordedEvents } from "../../contracts/sampleEvent.ts";
import samples from "../../domain/event/samples.json" with { type: "json" };

const recorded = (
  type: string,
  data: Readonly<Record<string, unknown>>,
  more: Partial<RecordedEvent> = {}
): RecordedEvent => {
  const [event] = recordedEvents(0, 1);
  assert.isDefined(event);
  const decoded = decodeEvent({ type, data });
  return { ...event, type, data, ...(Either.isRight(decoded) && outcomeOf(decoded.right)), ...more };
};

const stored: ReadonlyArray<readonly [string, Readonly<Record<string, unknown>>]> = Object.entries(samples);

const secretMembers = /Hash|digest|jkt|Challenge|accessTokenId|^secret$|^collections$|^jwks$/i;

/** The texts in the data of an event that say nothing to a person. */
const noise = (data: Readonly<Record<string, unknown>>): ReadonlyArray<string> =>
  Object.entries(data).flatMap(([name, value]) => {
    if (!secretMembers.test(name) || value === null) return [];
    return (JSON.stringify(value).match(/"[^"]*"/g) ?? [])
      .map((text) => text.slice(1, -1))
      .filter((text) => text.length > 3);
  });

/** The literals of every member `reason` and `detail`, by the type of event that has it. */
const reasonsOf = (member: "reason" | "detail") => {
  const literals = (ast: Schema.Schema.Any["ast"]): ReadonlyArray<string> => {
    switch (ast._tag) {
      case "Literal":
        return [String(ast.literal)];
      case "Union":
        return ast.types.flatMap(literals);
      case "Transformation":
        return literals(ast.to);
      default:
        return [];
    }
  };
  const classes = (ast: Schema.Schema.Any["ast"]): ReadonlyArray<Schema.Schema.Any["ast"]> =>
    ast._tag === "Union" ? ast.types.flatMap(classes) : [ast._tag === "Transformation" ? ast.to : ast];
  return classes(Schema.typeSchema(DomainEvent).ast).flatMap((ast) => {
    const fields = ast._tag === "Declaration" ? ast.typeParameters[0] : ast;
    if (fields?._tag !== "TypeLiteral") return [];
    const of = (name: string) => fields.propertySignatures.find((each) => each.name === name);
    const [type] = literals(of("_tag")?.type ?? fields);
    const found = of(member);
    return found === undefined ? [] : literals(found.type).map((reason) => [type ?? "", reason] as const);
  });
};

describe("a rendered event", () => {
  for (const [type, data] of stored)
    it(`The event ${type} is described in a sentence of its own, without hashes and secrets`, () => {
      const { explanation, sentence } = renderEvent(recorded(type, data));
      assert.match(sentence, /^\S.*\.$/);
      assert.notInclude(sentence, "which this version of the service does not know");
      for (const text of [sentence, explanation ?? ""]) {
        assert.notMatch(text, /undefined|\[object|NaN|null/);
        for (const part of noise(data)) assert.notInclude(text, part);
      }
      assert.isTrue(isEventType(type));
      if (isEventType(type)) {
        assert.match(eventTypes[type].sentence, /^[A-Z].*\.$/);
        if (isFailure(type)) assert.isNotNull(explanation);
      }
    });

  it("Every reason of an event type is explained in a sentence of its own", () => {
    const reasons = reasonsOf("reason");
    assert.isAbove(reasons.length, 100);
    const byType = new Map<string, Array<string | null>>();
    for (const [type, reason] of reasons) {
      const sample = stored.find(([name]) => name === type)?.[1] ?? {};
      const { explanation } = renderEvent(recorded(type, { ...sample, reason }));
      assert.match(explanation ?? "", /^[A-Z].*\.$/, `${type} ${reason}`);
      byType.set(type, [...(byType.get(type) ?? []), explanation]);
    }
    for (const [type, sentences] of byType) assert.strictEqual(new Set(sentences).size, sentences.length, type);
  });

  it("The explanation of a failed login names what the PDS or the account's documents did wrong, if known", () => {
    const sample = samples["LoginFailed.v1"];
    const details = reasonsOf("detail");
    assert.isAbove(details.length, 15);
    for (const [type, detail] of details) {
      for (const reason of ["identity-unresolvable", "upstream-refused", "upstream-unavailable", "issuer-mismatch"]) {
        const own = stored.find(([name]) => name === type)?.[1] ?? {};
        const explanation = renderEvent(recorded(type, { ...own, reason, detail })).explanation ?? "";
        assert.match(explanation, /^[A-Z].*\.$/, `${reason} ${detail}`);
      }
    }
    const told = renderEvent(
      recorded("LoginFailed.v1", { ...sample, reason: "upstream-unavailable", detail: "timeout" })
    );
    assert.strictEqual(told.explanation, "The personal data server does not respond in time.");
  });

  it("Where a request came from is shown as the hash of an address, and in older events as a network", () => {
    const sentenceOf = (whence: Readonly<Record<string, string>>) =>
      renderEvent(recorded("IndexReset.v1", { records: 1, ...whence })).sentence;
    const sentence = sentenceOf({});
    const ipHash = "a1b2c3d4000102030405060708090a0b";
    assert.strictEqual(sentenceOf({ ipHash }), `${sentence} The request came from address a1b2c3d4.`);
    assert.strictEqual(
      sentenceOf({ from: "192.0.2.0/24" }),
      `${sentence} The request came from the network 192.0.2.0/24.`
    );
  });

  it("A change of an app says what it changed, if the registration before is known", () => {
    const data = { ...samples["ClientUpdated.v2"], redirectUris: ["https://new.example/"] };
    const before = Either.getOrThrow(decodeEvent({ type: "ClientUpdated.v2", data: samples["ClientUpdated.v2"] }));
    assert(before._tag === "ClientUpdated.v2");
    assert.strictEqual(
      renderEvent(recorded("ClientUpdated.v2", data), before).sentence,
      'The registration of the app "Another name" was changed: redirect URI https://new.example/ added; redirect URI https://app.example.com/callback removed.'
    );
    assert.strictEqual(
      renderEvent(recorded("ClientUpdated.v2", samples["ClientUpdated.v2"]), before).sentence,
      'The registration of the app "Another name" was saved without a change.'
    );
  });

  it("An event of a newer version is shown as it is, and one of another shape by its type", () => {
    const newer = renderEvent(recorded("ClientPainted.v1", {}, { outcome: "failure", reason: "too-blue" }));
    assert.deepStrictEqual(newer, {
      sentence: "An event of the type ClientPainted.v1, which this version of the service does not know.",
      explanation: "The reason in the log is too-blue."
    });
    assert.strictEqual(renderEvent(recorded("ClientDeleted.v1", { clientId: 7 })).sentence, "An app was removed.");
  });
});
