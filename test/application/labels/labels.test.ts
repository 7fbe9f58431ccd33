import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as SecretCipherAesGcm from "../../../src/adapters/crypto/SecretCipherAesGcm.ts";
import * as SecureRandomNode from "../../../src/adapters/crypto/SecureRandomNode.ts";
import * as StorageMemory from "../../../src/adapters/memory/StorageMemory.ts";
import { PublicUrl } from "../../../src/application/instance/PublicUrl.ts";
import { createLabel } from "../../../src/application/labels/createLabel.ts";
import { defineLabel } from "../../../src/application/labels/defineLabel.ts";
import { listLabelPreferences, setLabelPreference } from "../../../src/application/labels/labelPreferences.ts";
import { negateLabel } from "../../../src/application/labels/negateLabel.ts";
import { settleAll, settleEnded } from "../../../src/application/labels/settleTakedownsPeriodically.ts";
import { storeLabels } from "../../../src/application/labels/storeLabels.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import type { Label } from "../../../src/domain/label/Label.ts";
import { LabelStore } from "../../../src/domain/label/LabelStore.ts";
import { LabelValue } from "../../../src/domain/label/LabelValue.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { alice, keysOf, recordOf, scalar, setOf } from "../../contracts/recordIndexFixture.ts";

const services = Layer.mergeAll(
  StorageMemory.layer,
  SecureRandomNode.layer,
  SecretCipherAesGcm.layer({ secrets: [] }),
  Layer.succeed(PublicUrl, "https://tidemark.example:8443")
);

const admin = { type: "admin", id: "did:plc:admin" } as const;
const collection = Nsid.make("test.labels.post");
const [one, two] = [recordOf(collection, "a", { text: "one" }), recordOf(collection, "b", { text: "two" })];
const visible = keysOf(collection, {});

const prepared = Effect.gen(function* () {
  const index = yield* RecordIndex;
  yield* index.define(setOf(collection, { text: scalar("string") }));
  yield* index.putAll([one, two]);
  return index;
});

const label = (uri: string, val: string, exp: string | null = null) => createLabel({ uri, val, cid: null, exp }, admin);

const logged = Effect.flatMap(EventLog, (log) => log.head);

const messageOf = <A, E extends { readonly message: string }, R>(effect: Effect.Effect<A, E, R>) =>
  Effect.map(Effect.either(effect), (result) => (Either.isLeft(result) ? result.left.message : "none"));

it.effect("labels, hides and shows again, each with one event that says who", () =>
  Effect.gen(function* () {
    yield* prepared;
    const created = yield* label(one.uri, "!takedown");
    assert.strictEqual(created.src, "did:web:tidemark.example%3A8443");
    assert.strictEqual(yield* visible, "b");
    yield* label(one.uri, "!takedown");
    assert.strictEqual(yield* logged, 1);
    yield* label(alice, "!suspend");
    assert.strictEqual(yield* visible, "");
    yield* negateLabel(alice, "!suspend", admin);
    assert.strictEqual(yield* visible, "b");
    const negation = yield* negateLabel(one.uri, "!takedown", admin);
    assert.isAbove(negation.cts, created.cts);
    assert.strictEqual(yield* visible, "b a");
    yield* label(one.uri, "!takedown");
    assert.strictEqual(yield* visible, "b");
    assert.strictEqual(yield* logged, 5);
  }).pipe(Effect.provide(services))
);

it.effect("shows what a label hid when the label ends, without an event", () =>
  Effect.gen(function* () {
    yield* prepared;
    yield* label(one.uri, "!takedown", "1970-01-01T00:01:00Z");
    yield* label(one.uri, "!suspend", "1970-01-01T00:02:00Z");
    assert.strictEqual(yield* settleEnded, 0);
    yield* TestClock.adjust("1 minute");
    yield* settleEnded;
    assert.strictEqual(yield* visible, "b");
    yield* TestClock.adjust("1 minute");
    assert.strictEqual(yield* settleEnded, 1);
    assert.strictEqual(yield* visible, "b a");
    assert.strictEqual(yield* logged, 2);
  }).pipe(Effect.provide(services))
);

it.effect("settles whatever the labels say, after any loss of what was hidden", () =>
  Effect.gen(function* () {
    const index = yield* prepared;
    yield* label(one.uri, "!takedown");
    yield* index.restore({ _tag: "RecordSubject", did: alice, uri: one.uri });
    yield* index.takeDown({ subject: { _tag: "RecordSubject", did: alice, uri: two.uri }, until: null });
    yield* settleAll;
    assert.strictEqual(yield* visible, "b");
  }).pipe(Effect.provide(services))
);

it.effect("hides by a labeler, whose label only the labeler negates", () =>
  Effect.gen(function* () {
    yield* prepared;
    const theirs: Label = {
      src: Did.make("did:plc:labeler"),
      subject: { _tag: "RecordSubject", did: alice, uri: one.uri },
      val: LabelValue.make("!takedown"),
      cid: null,
      neg: false,
      cts: 10,
      exp: null
    };
    yield* storeLabels([theirs]);
    assert.strictEqual(yield* visible, "b");
    assert.include(yield* messageOf(negateLabel(one.uri, "!takedown", admin)), "can only be negated by that source");
    yield* storeLabels([{ ...theirs, neg: true, cts: 9 }]);
    assert.strictEqual(yield* visible, "b");
    yield* storeLabels([{ ...theirs, neg: true, cts: 11 }]);
    assert.strictEqual(yield* visible, "b a");
  }).pipe(Effect.provide(services))
);

it.effect("defines values once, and hides by those that are as grave as a takedown", () =>
  Effect.gen(function* () {
    yield* prepared;
    const definition = { val: "illegal", description: "x", severity: "TAKEDOWN", defaultVisibility: "HIDE" } as const;
    const store = yield* LabelStore;
    yield* store.put([
      {
        src: Did.make("did:plc:labeler"),
        subject: { _tag: "RecordSubject", did: alice, uri: two.uri },
        val: LabelValue.make("illegal"),
        cid: null,
        neg: false,
        cts: 1,
        exp: null
      }
    ]);
    assert.strictEqual(yield* visible, "b a");
    yield* defineLabel(definition, admin);
    assert.strictEqual(yield* visible, "a");
    assert.include(yield* messageOf(defineLabel(definition, admin)), "is defined already");
    assert.include(yield* messageOf(defineLabel({ ...definition, val: "!x" }, admin)), 'must not begin with "!"');
    assert.include(yield* messageOf(defineLabel({ ...definition, val: "Not ok" }, admin)), "lower-case letters");
    assert.include(yield* messageOf(label(one.uri, "unheard")), "Unknown label: unheard");
    assert.include(yield* messageOf(label("at://alice.example/a.b.c/d", "spam")), "uri must be");
    assert.include(yield* messageOf(label(one.uri, "spam", "1969-01-01T00:00:00Z")), "exp must be in the future");
  }).pipe(Effect.provide(services))
);

it.effect("keeps preferences for every label except system ones", () =>
  Effect.gen(function* () {
    const before = yield* listLabelPreferences(alice);
    assert.isFalse(before.some(({ val }) => val.startsWith("!")));
    assert.strictEqual(before.find(({ val }) => val === "porn")?.visibility, "HIDE");
    const set = yield* setLabelPreference(alice, "porn", "SHOW");
    assert.strictEqual(set.visibility, "SHOW");
    assert.strictEqual((yield* listLabelPreferences(alice)).find(({ val }) => val === "porn")?.visibility, "SHOW");
    assert.strictEqual(
      yield* messageOf(setLabelPreference(alice, "!hide", "SHOW")),
      "Cannot set preference for system labels"
    );
    assert.strictEqual(yield* messageOf(setLabelPreference(alice, "x", "SHOW")), "Unknown label: x");
    assert.strictEqual(yield* logged, 0);
  }).pipe(Effect.provide(services))
);
