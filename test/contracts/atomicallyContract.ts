import { assert, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Atomically } from "../../src/domain/event/Atomically.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { Lookup } from "../../src/domain/event/Lookup.ts";
import { LexiconDocuments } from "../../src/domain/lexicon/import/LexiconDocuments.ts";
import { TokenVault } from "../../src/domain/vault/TokenVault.ts";
import { freshStream, knownSample, sampleEvents } from "./sampleEvent.ts";

const sealed = { keyId: "key-1", bytes: new Uint8Array([1, 2, 3]) };

type Stores = Atomically | EventLog | Lookup | TokenVault | LexiconDocuments;

/** One write to every store under one name. */
const writeAll = (name: string) =>
  Effect.gen(function* () {
    const stream = freshStream();
    yield* (yield* TokenVault).put(name, sealed, null);
    yield* (yield* LexiconDocuments).put(name, [{ lexicon: 1 }]);
    return yield* (yield* EventLog).append(stream, 0, [knownSample("CodeIssued.v1", { codeHash: name })]);
  });

const present = (name: string) =>
  Effect.gen(function* () {
    const vault = yield* (yield* TokenVault).get(name, 0);
    const documents = yield* (yield* LexiconDocuments).get(name);
    const stream = yield* (yield* Lookup).find("code", name);
    return [Option.isSome(vault), Option.isSome(documents), Option.isSome(stream)];
  });

const all = [true, true, true];
const none = [false, false, false];

/** Transactions over the log and the stores beside it. */
export const atomicallyContract = <E>(name: string, stores: Layer.Layer<Stores, E>) =>
  it.layer(stores, { timeout: "60 seconds" })(`Atomically contract: ${name}`, (it) => {
    it.effect("stores everything of a run that succeeds", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const key = freshStream();
        assert.strictEqual((yield* run(writeAll(key))).length, 1);
        assert.deepStrictEqual(yield* present(key), all);
      })
    );

    it.effect("leaves everything as it was when a run fails, dies or is interrupted", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const { head, append } = yield* EventLog;
        const before = yield* head;
        const endings = [Effect.fail("refused"), Effect.die("defect"), Effect.interrupt];
        for (const ending of endings) {
          const key = freshStream();
          const exit = yield* Effect.exit(run(Effect.zipRight(writeAll(key), ending)));
          assert.strictEqual(exit._tag, "Failure");
          assert.deepStrictEqual(yield* present(key), none);
          assert.strictEqual(yield* head, before);
        }
        const [next] = yield* append(freshStream(), 0, sampleEvents(1));
        assert.strictEqual(next?.position, before + 1);
      })
    );

    it.effect("shows a run its own writes, and shows them to others only after it ends", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const { head } = yield* EventLog;
        const key = freshStream();
        const before = yield* head;
        const written = yield* Deferred.make<void>();
        const seen = yield* Deferred.make<void>();
        const running = yield* Effect.fork(
          run(
            Effect.gen(function* () {
              yield* writeAll(key);
              assert.deepStrictEqual(yield* present(key), all);
              assert.strictEqual(yield* head, before + 1);
              yield* Deferred.succeed(written, undefined);
              yield* Deferred.await(seen);
            })
          )
        );
        yield* Deferred.await(written);
        assert.deepStrictEqual(yield* present(key), none);
        assert.strictEqual(yield* head, before);
        yield* Deferred.succeed(seen, undefined);
        yield* Fiber.join(running);
        assert.deepStrictEqual(yield* present(key), all);
      })
    );

    it.effect("does not load events that a run appended, read and rolled back", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const { append, load } = yield* EventLog;
        const stream = freshStream();
        yield* append(stream, 0, sampleEvents(1));
        assert.strictEqual((yield* load(stream)).length, 1);
        const seen = yield* run(
          append(stream, 1, sampleEvents(2)).pipe(Effect.zipRight(load(stream)), Effect.flatMap(Effect.fail))
        ).pipe(Effect.flip);
        assert.strictEqual(Array.isArray(seen) && seen.length, 3);
        assert.strictEqual((yield* load(stream)).length, 1);
        yield* append(stream, 1, sampleEvents(1));
        const versions = (yield* load(stream)).map(({ version }) => version);
        assert.deepStrictEqual(versions, [1, 2]);
      })
    );

    it.effect("rolls back an inner run alone, and an inner run with its outer run", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const { head } = yield* EventLog;
        const [first, inner, last, lost] = [freshStream(), freshStream(), freshStream(), freshStream()];
        const before = yield* head;
        yield* run(
          Effect.gen(function* () {
            yield* writeAll(first);
            yield* Effect.ignore(run(Effect.zipRight(writeAll(inner), Effect.fail("refused"))));
            const [event] = yield* writeAll(last);
            assert.strictEqual(event?.position, before + 2);
          })
        );
        yield* Effect.ignore(run(Effect.zipRight(run(writeAll(lost)), Effect.fail("refused"))));
        const found = yield* Effect.forEach([first, inner, last, lost], present);
        assert.deepStrictEqual(found, [all, none, all, none]);
        assert.strictEqual(yield* head, before + 2);
      })
    );

    it.effect("continues after a version conflict inside a run", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const { append, load } = yield* EventLog;
        const stream = freshStream();
        yield* append(stream, 0, sampleEvents(1));
        const conflict = yield* run(
          Effect.gen(function* () {
            const refused = yield* Effect.flip(append(stream, 0, sampleEvents(1)));
            yield* append(stream, 1, sampleEvents(1));
            return refused;
          })
        );
        assert.deepInclude(conflict, { _tag: "VersionConflict", expected: 0, actual: 1 });
        assert.strictEqual((yield* load(stream)).length, 2);
      })
    );

    it.effect("lets one of two runs that race for a stream win, and keeps the log gapless", () =>
      Effect.gen(function* () {
        const { run } = yield* Atomically;
        const { append, head } = yield* EventLog;
        const stream = freshStream();
        const before = yield* head;
        const vault = yield* TokenVault;
        const keys = [freshStream(), freshStream(), freshStream()];
        const outcomes = yield* Effect.forEach(
          keys,
          (key) => Effect.exit(run(Effect.zipRight(vault.put(key, sealed, null), append(stream, 0, sampleEvents(1))))),
          { concurrency: "unbounded" }
        );
        const kept = yield* Effect.forEach(keys, (key) => vault.get(key, 0));
        assert.strictEqual(kept.filter(Option.isSome).length, 1);
        assert.strictEqual(outcomes.filter(({ _tag }) => _tag === "Success").length, 1);
        assert.strictEqual(yield* head, before + 1);
      })
    );
  });
