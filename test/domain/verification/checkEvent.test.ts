import { assert, describe, it } from "@effect/vitest";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { pureHashing } from "../../../src/domain/crypto/Hashing.ts";
import { assignVersions } from "../../../src/domain/event/assignVersions.ts";
import type { RecordedEvent } from "../../../src/domain/event/Envelope.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import type { PersonalPart } from "../../../src/domain/personal/PersonalPart.ts";
import { checkEvent } from "../../../src/domain/verification/checkEvent.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";
import { committedForm } from "../personal/committedForm.ts";

const did = Did.make("did:plc:alice234alice234alice234");

const recorded = (): RecordedEvent => {
  const event = knownSample("WriteRequested.v1", {}, { subjectDid: did, actor: { type: "user", id: did } });
  const source = { freshSalt: () => new Uint8Array(16).fill(1), hashing: pureHashing };
  const [placed] = assignVersions(streamName("write", "1"), 0, [event], "2026-01-01T00:00:00.000Z", source);
  if (placed === undefined) throw new Error("nothing was placed");
  return { ...placed.event, position: 7 };
};

const event = recorded();
const parts = event.personal ?? [];
const [uri, person] = parts;

const isJson = (value: unknown): value is RecordedEvent["data"] => typeof value === "object" && value !== null;

/** The event as it is read from a row in which only these parts can be found. */
const withParts = (left: ReadonlyArray<PersonalPart>): RecordedEvent => {
  const committed = committedForm(
    { data: event.data },
    parts.filter((part) => !left.includes(part))
  );
  const lost = person !== undefined && !left.includes(person);
  const text = JSON.stringify({ commitment: person?.commitment });
  const read = {
    ...event,
    ...(isJson(committed) && isJson(committed.data) && { data: committed.data }),
    personal: left
  };
  return Object.assign(read, lost && { subjectDid: text, actor: { type: "user", id: text } });
};

const reasonOf = (changed: RecordedEvent) => {
  const { fault } = checkEvent(changed);
  return fault === null ? null : `${fault.position} ${fault.part}: ${fault.reason}`;
};

describe("The check of an event with personal parts", () => {
  it("finds nothing in an event as it was recorded", () => {
    assert.strictEqual(parts.length, 2);
    assert.isNull(reasonOf(event));
    assert.isNull(reasonOf(withParts(parts)));
  });

  it.each([
    ["one part is missing", parts.slice(1), "7 personal-data: the value of /data/uri is missing"],
    ["the part of the envelope is missing", parts.slice(0, 1), "7 personal-data: the value of /actor/id is missing"],
    ["all are missing", [], "7 personal-data: the value of /actor/id is missing"],
    [
      "a part is there twice",
      [...parts, ...parts.slice(0, 1)],
      "7 personal-data: the value of /data/uri is stored twice"
    ]
  ] as const)("names the place if %s, and computes the leaf hash all the same", (_name, left, reason) => {
    const changed = withParts(left);
    assert.strictEqual(reasonOf(changed), reason);
    assert.deepStrictEqual(checkEvent(changed).leafHash, checkEvent(event).leafHash);
  });

  it("finds a part that was added, or has another salt", () => {
    const added: PersonalPart = { kind: "did", pointers: ["/reason"], commitment: "", salt: "" };
    assert.strictEqual(
      reasonOf({ ...event, personal: [...parts, added] }),
      "7 personal-data: the value of /reason does not match its commitment"
    );
    const [first, ...others] = parts;
    assert.strictEqual(
      reasonOf({ ...event, personal: first === undefined ? [] : [{ ...first, salt: "AAAA" }, ...others] }),
      "7 personal-data: the value of /data/uri does not match its commitment"
    );
    assert.strictEqual(uri?.pointers[0], "/data/uri");
  });

  it("calls a changed leaf by its name, whatever was changed of the parts", () => {
    const leaf = "7 leaf: the event does not match its leaf hash";
    assert.strictEqual(reasonOf({ ...event, reason: "x" }), leaf);
    assert.strictEqual(reasonOf({ ...withParts([]), reason: "x" }), leaf);
  });
});
