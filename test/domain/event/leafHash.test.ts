import { assert, describe, it } from "@effect/vitest";
import * as fc from "fast-check";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { pureHashing } from "../../../src/domain/crypto/Hashing.ts";
import { sha256Base64Url } from "../../../src/domain/crypto/sha256.ts";
import { assignVersions } from "../../../src/domain/event/assignVersions.ts";
import type { NewEvent } from "../../../src/domain/event/Envelope.ts";
import { canonicalEvent, leafHash } from "../../../src/domain/event/leafHash.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { canonicalJson } from "../../../src/domain/json/canonicalJson.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";
import { committedForm } from "../personal/committedForm.ts";

const alice = Did.make("did:plc:alice234alice234alice234");
const text = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme" }));
const textOrNull = fc.option(text);

const anyEvent: fc.Arbitrary<NewEvent> = fc
  .record({
    data: fc.dictionary(text, fc.jsonValue()),
    did: fc.constantFrom(alice, null),
    actor: fc.constantFrom<NewEvent["actor"]>({ type: "user", id: alice }, { type: "system", id: null }),
    texts: fc.tuple(textOrNull, textOrNull, textOrNull, textOrNull, textOrNull, textOrNull)
  })
  .map(({ actor, data, did, texts: [clientId, authorizationId, requestId, causationId, correlationId, reason] }) => ({
    ...knownSample("WriteRequested.v1", {}, { actor, subjectDid: did }),
    clientId,
    authorizationId,
    requestId,
    causationId,
    correlationId,
    reason,
    data: { ...data, did: alice, uri: `at://${alice}/app.example.note/3k2a` }
  }));

const recorded = (event: NewEvent) => {
  const source = { freshSalt: () => new Uint8Array(16).fill(7), hashing: pureHashing };
  const [prepared] = assignVersions(streamName("write", "1"), 41, [event], "2026-11-01T10:00:00.000Z", source);
  return prepared === undefined ? assert.fail("no event") : prepared;
};

describe("the leaf of an event", () => {
  it("is the canonical JSON of its envelope with commitments in place of personal values", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const { event: versioned } = recorded(event);
        const { leafHash: hash, personal = [], ...envelope } = versioned;
        const expected = canonicalJson(committedForm(envelope, personal));
        assert.strictEqual(canonicalEvent(versioned), expected);
        assert.strictEqual(hash, sha256Base64Url(`\0${expected}`));
      })
    );
  });

  it("covers the data as they are stored, without the DID of a person", () => {
    fc.assert(
      fc.property(anyEvent, (event) => {
        const { committed, event: versioned } = recorded(event);
        assert.include(canonicalEvent(versioned), `"data":${canonicalJson(committed.data)},`);
        assert.notMatch(JSON.stringify(committed), /did:plc:/);
      })
    );
  });

  it("differs if a personal part names a place that no event has", () => {
    const { event } = recorded(knownSample("WriteRequested.v1", { did: alice }, { subjectDid: alice }));
    const [part] = event.personal ?? [];
    if (part === undefined) return assert.fail("nothing is personal");
    const changed = { ...event, personal: [...(event.personal ?? []), { ...part, pointers: ["/reason"] as const }] };
    assert.notStrictEqual(leafHash(changed), event.leafHash);
  });
});
