import { randomUUID } from "node:crypto";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Did } from "../../src/domain/atproto/Did.ts";
import type { Atomically } from "../../src/domain/event/Atomically.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { Lookup } from "../../src/domain/event/Lookup.ts";
import { leafHash } from "../../src/domain/event/leafHash.ts";
import { streamName } from "../../src/domain/event/StreamName.ts";
import { erasedDid } from "../../src/domain/personal/erasedValue.ts";
import { valueAt } from "../../src/domain/personal/jsonPointer.ts";
import { commitsTo } from "../../src/domain/personal/personalParts.ts";
import { Subjects } from "../../src/domain/personal/Subjects.ts";
import { freshStream, knownSample } from "./sampleEvent.ts";

const freshDid = (): Did => Did.make(`did:plc:${randomUUID().replaceAll("-", "").slice(0, 24)}`);

/** Writing about persons, and erasing them, as every log does it. */
export const subjectsContract = <E>(name: string, log: Layer.Layer<EventLog | Lookup | Subjects | Atomically, E>) =>
  it.layer(log, { timeout: "60 seconds" })(`Subjects contract: ${name}`, (it) => {
    it.effect("returns events as they were appended, with parts that commit to what is personal", () =>
      Effect.gen(function* () {
        const { append, load } = yield* EventLog;
        const did = freshDid();
        const stream = freshStream();
        const uri = `at://${did}/app.example.note/3k2a`;
        const event = knownSample(
          "WriteRequested.v1",
          { did, uri },
          { subjectDid: did, actor: { type: "user", id: did } }
        );
        const [recorded] = yield* append(stream, 0, [event]);
        const [loaded] = yield* load(stream);
        assert.deepStrictEqual(loaded, recorded);
        assert.strictEqual(loaded?.subjectDid, did);
        assert.deepStrictEqual(loaded?.actor, { type: "user", id: did });
        assert.deepInclude(loaded?.data, { did, uri });
        assert.lengthOf(loaded?.personal ?? [], 2);
        for (const part of loaded?.personal ?? []) assert.isTrue(commitsTo(part, valueAt(loaded, part.pointers[0])));
        assert.strictEqual(loaded === undefined ? null : leafHash(loaded), loaded?.leafHash);
      })
    );

    it.effect("erases one of two persons in an event: the leaf stays, and the other can still be read", () =>
      Effect.gen(function* () {
        const { append, load, read } = yield* EventLog;
        const subjects = yield* Subjects;
        const [did, addedBy] = [freshDid(), freshDid()];
        const stream = freshStream();
        const [before] = yield* append(stream, 0, [
          knownSample("AdminAdded.v1", { did, addedBy }, { subjectDid: did, actor: { type: "admin", id: addedBy } })
        ]);
        const subject = Option.getOrThrow(yield* subjects.find(did));
        yield* subjects.erase(subject);
        assert.isTrue(Option.isNone(yield* subjects.find(did)));
        const [after] = yield* load(stream);
        const gone = erasedDid(subject.id);
        assert.strictEqual(after?.subjectDid, gone);
        assert.deepInclude(after?.data, { did: gone, addedBy });
        assert.deepStrictEqual(after?.actor, { type: "admin", id: addedBy });
        assert.strictEqual(after?.leafHash, before?.leafHash);
        assert.strictEqual(after === undefined ? null : leafHash(after), before?.leafHash);
        assert.deepStrictEqual(after?.personal?.map(({ salt }) => salt === null).toSorted(), [false, true]);
        assert.deepStrictEqual((yield* read((after?.position ?? 1) - 1, 1))[0], after);
        assert.notInclude(JSON.stringify(after), did);
      })
    );

    it.effect("gives a person a random pseudonym, and another one after an erasure", () =>
      Effect.gen(function* () {
        const { append, pseudonym } = yield* EventLog;
        const subjects = yield* Subjects;
        const did = freshDid();
        const first = yield* pseudonym(did);
        assert.strictEqual(yield* pseudonym(did), first);
        yield* subjects.erase(Option.getOrThrow(yield* subjects.find(did)));
        const stream = freshStream();
        yield* append(stream, 0, [knownSample("AccountShown.v1", { did }, { subjectDid: did })]);
        assert.notStrictEqual(yield* pseudonym(did), first);
      })
    );

    it.effect("finds the streams of an erased person by the erased form only", () =>
      Effect.gen(function* () {
        const { append } = yield* EventLog;
        const { list } = yield* Lookup;
        const subjects = yield* Subjects;
        const did = freshDid();
        const stream = streamName("authorization", randomUUID());
        yield* append(stream, 0, [knownSample("LoginCompleted.v1", { did }, { clientId: null, subjectDid: did })]);
        const subject = Option.getOrThrow(yield* subjects.find(did));
        assert.lengthOf(yield* list("authorization-of-did", did, null, 10), 1);
        yield* subjects.erase(subject);
        assert.deepStrictEqual(yield* list("authorization-of-did", did, null, 10), []);
        assert.lengthOf(yield* list("authorization-of-did", erasedDid(subject.id), null, 10), 1);
      })
    );

    it.effect("blocks an erased account until it is allowed again", () =>
      Effect.gen(function* () {
        const { pseudonym } = yield* EventLog;
        const subjects = yield* Subjects;
        const [did, other] = [freshDid(), freshDid()];
        yield* pseudonym(did);
        yield* subjects.erase(Option.getOrThrow(yield* subjects.find(did)));
        assert.deepStrictEqual([...(yield* subjects.blocked([did, other]))], [did]);
        yield* subjects.allow([did]);
        assert.deepStrictEqual([...(yield* subjects.blocked([did, other]))], []);
      })
    );

    it.effect("finds by commitment whom a backup brought back, and nobody who signed in anew", () =>
      Effect.gen(function* () {
        const { pseudonym } = yield* EventLog;
        const subjects = yield* Subjects;
        const did = freshDid();
        yield* pseudonym(did);
        const subject = Option.getOrThrow(yield* subjects.find(did));
        assert.deepStrictEqual(yield* subjects.committed([subject.commitment]), [subject]);
        yield* subjects.erase(subject);
        yield* pseudonym(did);
        assert.deepStrictEqual(yield* subjects.committed([subject.commitment]), []);
      })
    );
  });
