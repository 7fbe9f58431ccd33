import { assert, describe, it } from "@effect/vitest";
import type { ExportEnd, ExportedEvent } from "../../../src/application/audit/ExportFormat.ts";
import { ecs } from "../../../src/application/audit/ecs.ts";
import { eventActivity } from "../../../src/application/audit/eventActivity.ts";
import { ocsf } from "../../../src/application/audit/ocsf.ts";
import { streamName } from "../../../src/domain/event/StreamName.ts";
import { knownSample } from "../../contracts/sampleEvent.ts";
import samples from "../../domain/event/samples.json" with { type: "json" };

type SampleType = keyof typeof samples;

const ipHash = "a1b2c3d4000102030405060708090a0b";

const types = Object.keys(samples).filter((type): type is SampleType => Object.hasOwn(samples, type));

const exported = (
  type: SampleType,
  whence: { readonly ipHash?: string; readonly from?: string } = {}
): ExportedEvent => ({
  event: {
    ...knownSample(type, whence),
    position: 7,
    stream: streamName("client", "client_1"),
    version: 1,
    recordedAt: "2026-03-01T10:20:31.000Z",
    leafHash: "leaf"
  },
  text: "",
  proof: null
});

const end: ExportEnd = { _tag: "Partial", count: 1, lastPosition: 9, checkpoint: "note" };

/** Every line of a format is one JSON object. */
const read = (line: string) => {
  assert.isTrue(line.endsWith("\n") && !line.slice(0, -1).includes("\n"));
  return JSON.parse(line);
};

describe("OCSF", () => {
  it.each(types)("has what the class of %s requires", (type) => {
    const event = read(ocsf.line(exported(type)));
    assert.strictEqual(event.type_uid, event.class_uid * 100 + event.activity_id);
    assert.strictEqual(event.metadata.event_code, type);
    assert.isNumber(event.time);
    assert.isObject([3001, 3002, 3003].includes(event.class_uid) ? event.user : (event.entity ?? event.api));
  });

  it("names the endpoint of an admin by the hash of its address, and by the network in older events", () => {
    const { src_endpoint } = read(ocsf.line(exported("IndexReset.v1", { ipHash })));
    assert.deepStrictEqual(src_endpoint, { uid: ipHash, name: "address a1b2c3d4" });
    const before = read(ocsf.line(exported("IndexReset.v1", { from: "192.0.2.0/24" })));
    assert.deepStrictEqual(before.src_endpoint, { subnet: "192.0.2.0/24" });
  });

  it("says that a login is an authentication, and ends with what the export is", () => {
    assert.include(read(ocsf.line(exported("LoginCompleted.v1"))), {
      class_uid: 3002,
      activity_id: 1,
      category_uid: 3
    });
    assert.deepInclude(read(ocsf.end(end)).unmapped, { count: 1, partial: true, checkpoint: "note" });
  });
});

describe("ECS", () => {
  it.each(types)("has the fields of %s", (type) => {
    const { event, "@timestamp": time } = read(ecs.line(exported(type)));
    assert.include(event, { action: type, kind: "event", sequence: 7 });
    assert.strictEqual(time, "2026-03-01T10:20:30.123Z");
    assert.isArray(event.category);
  });

  it("has the hash of an address, which is no address, and the network of older events", () => {
    const event = read(ecs.line(exported("AdminSignedIn.v1", { ipHash })));
    assert.strictEqual(event.tidemark.ip_hash, ipHash);
    assert.notProperty(event, "client");
    const before = read(ecs.line(exported("AdminSignedIn.v1", { from: "192.0.2.0/24" })));
    assert.deepStrictEqual(before.client, { address: "192.0.2.0/24" });
  });

  it("names the user, and ends with what the export is", () => {
    const event = read(ecs.line(exported("AdminSignedIn.v1")));
    assert.strictEqual(event.user.id, "did:plc:ewvi7nxzyoun6zhxrhs64oiz");
    assert.deepInclude(read(ecs.end(end)).tidemark, { count: 1, partial: true, checkpoint: "note" });
  });
});

describe("The activity of an event", () => {
  it.each([
    ["LoginFailed.v1", "authentication", "start"],
    ["PersonSignedOut.v1", "authentication", "end"],
    ["TokensRefreshed.v1", "session", "update"],
    ["AdminAdded.v1", "account", "create"],
    ["ClientDeleted.v1", "entity", "delete"],
    ["WriteRequested.v1", "api", "other"],
    ["SomethingNew.v1", "api", "other"]
  ] as const)("of %s is %s: %s", (type, area, change) => {
    assert.deepStrictEqual(eventActivity(type), { area, change });
  });
});
