import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import type * as Scope from "effect/Scope";
import * as StorageMemory from "../../../../src/adapters/memory/StorageMemory.ts";
import { askWitness } from "../../../../src/application/transparency/publishing/askWitness.ts";
import { parseAddCheckpoint } from "../../../../src/domain/transparency/addCheckpoint.ts";
import { Cosignatures } from "../../../../src/domain/transparency/publishing/Cosignatures.ts";
import { outcome } from "../../../../src/domain/transparency/publishing/Publication.ts";
import {
  WitnessRequests,
  type WitnessResponse
} from "../../../../src/domain/transparency/publishing/WitnessRequests.ts";
import { readCosignature } from "../../../../src/domain/transparency/readCosignature.ts";
import type { SealedTree } from "../../../../src/domain/transparency/SealedTree.ts";
import { parseNote } from "../../../../src/domain/transparency/SignedNote.ts";
import { verifierKeyText } from "../../../../src/domain/transparency/VerifierKey.ts";
import { verifyEd25519 } from "../../../../src/domain/transparency/verifyEd25519.ts";
import { leafOf, leavesOf, naiveRoot } from "../../../domain/transparency/naiveTree.ts";
import { cosignatureLineBy, testKey } from "../../../domain/transparency/signedBy.ts";
import { memoryWitness } from "./memoryWitness.ts";
import { log, sealUpTo, textOf } from "./sealedLog.ts";

const key = testKey("witness.example.com", "cosignature");
const asked = { address: "https://witness.example.com", key: key.key };

type Respond = (body: string) => Effect.Effect<WitnessResponse>;

/** Runs a test against a witness that responds like this. `sizes` are the old sizes that it was asked with. */
const against = <A, E>(
  respond: Respond,
  use: (sizes: ReadonlyArray<number>) => Effect.Effect<A, E, WitnessRequests | SealedTree | Cosignatures | Scope.Scope>
) => {
  const sizes: Array<number> = [];
  const requests = Layer.succeed(WitnessRequests, {
    addCheckpoint: (_address, body) => {
      sizes.push(Either.getOrThrow(parseAddCheckpoint(body)).oldSize);
      return respond(body);
    }
  });
  return use(sizes).pipe(Effect.provide(Layer.merge(Layer.fresh(StorageMemory.layer), requests)));
};

const always =
  (response: WitnessResponse): Respond =>
  () =>
    Effect.succeed(response);

const textIn = (body: string): string =>
  Either.getOrThrow(parseNote(Either.getOrThrow(parseAddCheckpoint(body)).checkpoint)).text;

describe("askWitness", () => {
  it.scoped("stores the cosignature of a witness, which verifies", () =>
    Effect.gen(function* () {
      const { respond } = yield* memoryWitness(key);
      yield* against(respond, (sizes) =>
        Effect.gen(function* () {
          const checkpoint = yield* sealUpTo(5);
          assert.deepStrictEqual(yield* askWitness(asked, checkpoint), outcome("current", null, 5));
          const cosignatures = yield* Cosignatures;
          const [line = ""] = yield* cosignatures.linesOf(5);
          assert.isTrue(Either.isRight(readCosignature(textOf(checkpoint), line, key.key, verifyEd25519)));
          assert.strictEqual(yield* cosignatures.largestBy(verifierKeyText(key.key)), 5);
          assert.deepStrictEqual(sizes, [0]);
        })
      );
    })
  );

  it.scoped("asks one that fell behind only for the newest checkpoint, with a proof from its size", () =>
    Effect.gen(function* () {
      const { respond } = yield* memoryWitness(key);
      yield* against(respond, (sizes) =>
        Effect.gen(function* () {
          yield* askWitness(asked, yield* sealUpTo(5));
          for (const size of [6, 300, 700]) yield* sealUpTo(size);
          assert.deepStrictEqual(yield* askWitness(asked, yield* sealUpTo(1_000)), outcome("current", null, 1_000));
          assert.deepStrictEqual(sizes, [0, 5]);
        })
      );
    })
  );

  it.scoped("starts from the size that a witness states, if this log does not know it", () =>
    Effect.gen(function* () {
      const { heads, respond } = yield* memoryWitness(key);
      yield* against(respond, (sizes) =>
        Effect.gen(function* () {
          const earlier = yield* sealUpTo(5);
          heads.set(log.key.name, earlier);
          assert.deepStrictEqual(yield* askWitness(asked, yield* sealUpTo(9)), outcome("current", null, 9));
          assert.deepStrictEqual(sizes, [0, 5]);
        })
      );
    })
  );

  it.scoped("gives the log again to one that was reset, and says so", () =>
    Effect.gen(function* () {
      const { heads, respond } = yield* memoryWitness(key);
      yield* against(respond, (sizes) =>
        Effect.gen(function* () {
          yield* askWitness(asked, yield* sealUpTo(5));
          heads.clear();
          assert.deepStrictEqual(yield* askWitness(asked, yield* sealUpTo(9)), outcome("current", null, 9, true));
          assert.deepStrictEqual(sizes, [0, 5, 0]);
        })
      );
    })
  );

  it.scoped("does not call a witness a liar that another process has asked about a newer checkpoint", () =>
    Effect.gen(function* () {
      const { heads, respond } = yield* memoryWitness(key);
      yield* against(respond, () =>
        Effect.gen(function* () {
          const older = yield* sealUpTo(5);
          const newer = yield* sealUpTo(9);
          heads.set(log.key.name, newer);
          assert.deepStrictEqual(yield* askWitness(asked, older), outcome("current", null, 9));
        })
      );
    })
  );

  it.scoped("recognizes a witness that has another tree of the same size", () =>
    Effect.gen(function* () {
      const { heads, respond } = yield* memoryWitness(key);
      yield* against(respond, () =>
        Effect.gen(function* () {
          const checkpoint = yield* sealUpTo(5);
          heads.set(log.key.name, { size: 5, rootHash: leafOf(99) });
          assert.deepStrictEqual(yield* askWitness(asked, checkpoint), outcome("contradicting", "other-root", 0));
        })
      );
    })
  );

  it.scoped("recognizes a witness that has another tree of a smaller size", () =>
    Effect.gen(function* () {
      const { heads, respond } = yield* memoryWitness(key);
      yield* against(respond, () =>
        Effect.gen(function* () {
          heads.set(log.key.name, { size: 3, rootHash: naiveRoot([...leavesOf(2), leafOf(99)]) });
          const asking = askWitness(asked, yield* sealUpTo(5));
          assert.deepStrictEqual(yield* asking, outcome("contradicting", "not-consistent", 0));
        })
      );
    })
  );

  const stranger = testKey("witness.example.com", "cosignature");
  const lies: ReadonlyArray<readonly [string, Respond, ReturnType<typeof outcome>]> = [
    ["garbage", always({ _tag: "Cosignatures", lines: "ok\n" }), outcome("lying", "malformed", 0)],
    [
      "a cosignature by another key",
      (body) => Effect.succeed({ _tag: "Cosignatures", lines: cosignatureLineBy(stranger, textIn(body), 1) }),
      outcome("lying", "other-key", 0)
    ],
    [
      "a cosignature of another checkpoint",
      () => Effect.succeed({ _tag: "Cosignatures", lines: cosignatureLineBy(key, "other\n", 1) }),
      outcome("lying", "not-verified", 0)
    ],
    [
      "a cosignature of another time than it states",
      (body) => Effect.succeed({ _tag: "Cosignatures", lines: cosignatureLineBy(key, textIn(body), 1, 2) }),
      outcome("lying", "not-verified", 0)
    ],
    ["a size beyond the log", always({ _tag: "OtherSize", size: 6 }), outcome("lying", "size-beyond", 0)],
    ["the size that it was asked with", always({ _tag: "OtherSize", size: 0 }), outcome("lying", "other-root", 0)],
    ["no response", always({ _tag: "NoResponse", reason: "timeout" }), outcome("away", "timeout", 0)],
    [
      "another status",
      always({ _tag: "NoResponse", reason: "unexpected-response" }),
      outcome("away", "unexpected-response", 0)
    ],
    [
      "that it does not follow the log",
      always({ _tag: "Refused", reason: "unknown-log" }),
      outcome("refused", "unknown-log", 0)
    ],
    [
      "that it does not know the key",
      always({ _tag: "Refused", reason: "unknown-key" }),
      outcome("refused", "unknown-key", 0)
    ]
  ];

  it.scoped.each(lies)("tells apart a witness that returns %s, and stores nothing", ([, respond, expected]) =>
    against(respond, () =>
      Effect.gen(function* () {
        assert.deepStrictEqual(yield* askWitness(asked, yield* sealUpTo(5)), expected);
        assert.deepStrictEqual(yield* (yield* Cosignatures).linesOf(5), []);
      })
    )
  );

  it.scoped("stops asking one that states another size every time", () =>
    Effect.suspend(() => {
      let size = 1;
      const respond: Respond = () =>
        Effect.sync(() => {
          size += 1;
          return { _tag: "OtherSize", size };
        });
      return against(respond, (sizes) =>
        Effect.gen(function* () {
          assert.deepStrictEqual(yield* askWitness(asked, yield* sealUpTo(50)), outcome("behind", null, 0));
          assert.strictEqual(sizes.length, 4);
        })
      );
    })
  );
});
