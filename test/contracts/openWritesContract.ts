import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as TestClock from "effect/TestClock";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import { appendEvents } from "../../src/application/event/appendEvents.ts";
import { AtUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import type { EventLog } from "../../src/domain/event/EventLog.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { OpenWrites } from "../../src/domain/record/write/OpenWrites.ts";
import {
  type RecordWriteEvent,
  RecordWritten,
  WriteOutcomeUnknown,
  WriteRejected,
  WriteRequested
} from "../../src/domain/record/write/RecordWriteEvent.ts";

const did = Did.make("did:plc:alice234alice234alice234");
const uri = AtUri.make(`at://${did}/dev.example.note/3jzfcijpj2z2a`);
const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const about = { actor: { type: "system", id: null } } as const;
const minute = 60_000;

const requested = (writeId: string) =>
  new WriteRequested({ writeId, authorizationId: "a", clientId: "c", did, action: "create", uri, cid, swapCid: null });

/** Which writes are open: as their events say, each given to one at a time. */
export const openWritesContract = <E>(name: string, stores: Layer.Layer<OpenWrites | EventLog, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`OpenWrites contract: ${name}`, (it) => {
    const begin = Effect.gen(function* () {
      const writeId = `write_${randomUUID()}`;
      const stream = streamName("write", writeId);
      yield* appendEvents(stream, 0, [requested(writeId)], about);
      const append = (version: number, ...events: ReadonlyArray<RecordWriteEvent>) =>
        appendEvents(stream, version, events, about).pipe(Effect.provide(SecureRandomNode.layer));
      return { stream, writeId, append };
    }).pipe(Effect.provide(SecureRandomNode.layer));

    const claimed = (stream: string) =>
      Effect.gen(function* () {
        const open = yield* OpenWrites;
        yield* open.makeAllDue;
        return (yield* open.claim(1_000, 0)).some((each) => each === stream);
      });

    it.effect("counts the open writes", () =>
      Effect.gen(function* () {
        const open = yield* OpenWrites;
        const before = yield* open.length;
        const { append, writeId } = yield* begin;
        assert.deepStrictEqual(yield* open.length, { waiting: before.waiting + 1, failed: 0 });
        yield* append(1, new WriteRejected({ writeId, uri, reason: "swap-mismatch" }));
        assert.deepStrictEqual(yield* open.length, before);
      })
    );

    it.effect("lists a write from its request until its outcome", () =>
      Effect.gen(function* () {
        for (const end of [
          (writeId: string) => new RecordWritten({ writeId, uri, cid, rev: null }),
          (writeId: string) => new WriteRejected({ writeId, uri, reason: "swap-mismatch" })
        ]) {
          const { stream, append, writeId } = yield* begin;
          assert.isTrue(yield* claimed(stream));
          yield* append(1, new WriteOutcomeUnknown({ writeId, uri, reason: "timeout" }));
          assert.isTrue(yield* claimed(stream));
          yield* append(2, end(writeId));
          assert.isFalse(yield* claimed(stream));
        }
      })
    );

    it.effect("keeps a write that was not found until it is removed, and lists one that is sent again", () =>
      Effect.gen(function* () {
        const open = yield* OpenWrites;
        const { stream, append, writeId } = yield* begin;
        yield* append(1, new WriteRejected({ writeId, uri, reason: "not-there" }));
        assert.isTrue(yield* claimed(stream));
        yield* open.remove(stream);
        assert.isFalse(yield* claimed(stream));
        yield* append(2, requested(writeId));
        assert.isTrue(yield* claimed(stream));
      })
    );

    it.effect("makes a write due after its head start, and lets one of many callers claim it", () =>
      Effect.gen(function* () {
        const open = yield* OpenWrites;
        yield* open.makeAllDue;
        yield* open.claim(1_000, 60 * minute);
        const { stream } = yield* begin;
        assert.notInclude(yield* open.claim(1_000, minute), stream);
        yield* open.postpone(stream, 0);
        const many = yield* Effect.forEach(Array.from({ length: 10 }), () => open.claim(1_000, minute), {
          concurrency: "unbounded"
        });
        assert.strictEqual(many.flat().filter((each) => each === stream).length, 1);
        yield* open.postpone(stream, 60 * minute);
        assert.notInclude(yield* open.claim(1_000, minute), stream);
        yield* TestClock.adjust("1 millis");
        yield* open.makeAllDue;
        assert.include(yield* open.claim(1_000, minute), stream);
      })
    );
  });
