import { assert, describe, it } from "@effect/vitest";
import * as Schema from "effect/Schema";
import * as fc from "fast-check";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { pureHashing } from "../../../src/domain/crypto/Hashing.ts";
import { decodeEvent } from "../../../src/domain/event/DomainEvent.ts";
import type { NewEvent } from "../../../src/domain/event/Envelope.ts";
import { commitmentTo } from "../../../src/domain/personal/commitment.ts";
import { erasedDid, erasedValue } from "../../../src/domain/personal/erasedValue.ts";
import { replaceAt, valueAt } from "../../../src/domain/personal/jsonPointer.ts";
import { commitsTo, ownedParts, ownerOf } from "../../../src/domain/personal/personalParts.ts";
import { shownParts } from "../../../src/domain/personal/shownParts.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";
import samples from "../event/samples.json" with { type: "json" };
import { committedForm } from "./committedForm.ts";

const salts = () => {
  let next = 0;
  return () => {
    next += 1;
    return new Uint8Array(16).fill(next);
  };
};

const personalParts = (event: NewEvent) =>
  ownedParts(event, { freshSalt: salts(), hashing: pureHashing }).map(({ part }) => part);

const alice = Did.make("did:plc:alice234alice234alice234");
const bob = Did.make("did:plc:bob234bob234bob234bob234");

type SampleType = keyof typeof samples;
const types: ReadonlyArray<SampleType> = Object.keys(samples).filter((type): type is SampleType => type in samples);

const anyEvent: fc.Arbitrary<NewEvent> = fc
  .record({
    type: fc.constantFrom(...types),
    actor: fc.constantFrom<NewEvent["actor"]>(
      { type: "user", id: alice },
      { type: "admin", id: bob },
      { type: "client", id: "client_1" },
      { type: "system", id: null }
    ),
    subjectDid: fc.constantFrom(alice, bob, null, erasedDid("gone"))
  })
  .map(({ actor, subjectDid, type }) => knownSample(type, {}, { actor, subjectDid }));

describe("personal parts of an event", () => {
  it("are the subject, the actor, and what its schema declares, with one commitment for equal values", () => {
    const event = knownSample(
      "WriteRequested.v1",
      { did: alice, uri: `at://${alice}/app.example.note/3k2a` },
      { subjectDid: alice, actor: { type: "user", id: alice } }
    );
    const parts = personalParts(event);
    assert.deepStrictEqual(
      parts.map(({ kind, pointers }) => [kind, ...pointers]),
      [
        ["record", "/data/uri"],
        ["did", "/subjectDid", "/actor/id", "/data/did"]
      ]
    );
    assert.strictEqual(parts[1]?.commitment, commitmentTo(new Uint8Array(16).fill(1), alice));
  });

  it("belong to the person whom each value names", () => {
    const event = knownSample("AdminAdded.v1", { did: alice, addedBy: bob }, { subjectDid: alice });
    assert.strictEqual(ownerOf("did", bob, event), bob);
    assert.strictEqual(ownerOf("record", `at://${bob}/app.example.note/3k2a`, event), bob);
    assert.strictEqual(ownerOf("record", `at://${bob}`, event), bob);
    assert.strictEqual(ownerOf("handle", "alice.example.com", event), alice);
    assert.isNull(ownerOf("record", "at://alice.example.com/app.example.note/3k2a", event));
    assert.isNull(ownerOf("did", erasedDid("gone"), event));
  });

  it("include the items of an array", () => {
    const event = knownSample("BackfillStarted.v1", { target: { kind: "actor", dids: [alice, bob] } });
    const pointers = personalParts(event).flatMap((part) => part.pointers);
    assert.includeMembers(pointers, ["/data/target/dids/0", "/data/target/dids/1"]);
  });

  it("leave no DID of a person in the committed form, and join to the event again", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const parts = personalParts(event);
        const committed = committedForm(event, parts);
        assert.notMatch(JSON.stringify(committed), /did:plc:/);
        const joined = Object.entries(shownParts(event, parts)).reduce<unknown>(
          (whole, [pointer, { value }]) => replaceAt(whole, pointer, value),
          committed
        );
        assert.deepStrictEqual(joined, event);
        for (const part of parts)
          for (const pointer of part.pointers) {
            assert.isTrue(commitsTo(part, valueAt(event, pointer)));
            assert.deepStrictEqual(valueAt(committed, pointer), { commitment: part.commitment });
            assert.isFalse(commitsTo(part, "another value"));
          }
      })
    );
  });

  it("can be erased, and the event is still one that this version reads", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const erased = personalParts(event).reduce<unknown>(
          (whole, { kind, pointers }) =>
            pointers.reduce((each, pointer) => replaceAt(each, pointer, erasedValue(kind, "gone")), whole),
          event
        );
        const { type, data } = Schema.decodeUnknownSync(
          Schema.Struct({ type: Schema.String, data: Schema.Record({ key: Schema.String, value: Schema.Unknown }) })
        )(erased);
        assert.strictEqual(decodeEvent({ type, data })._tag, "Right");
      })
    );
  });
});
