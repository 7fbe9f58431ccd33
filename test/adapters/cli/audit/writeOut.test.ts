import { Writable } from "node:stream";
import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import { endStream, writeTo } from "../../../../src/adapters/cli/audit/writeOut.ts";

/** A file on a disk that is full once what was written is to be stored. */
const onFullDisk = (when: "write" | "end") =>
  new Writable({
    write: (_chunk, _encoding, done) => done(when === "write" ? new Error("ENOSPC: no space left on device") : null),
    final: (done) => done(when === "end" ? new Error("ENOSPC: no space left on device") : null)
  }).on("error", () => undefined);

const written = (out: Writable) => Effect.either(Effect.zipRight(writeTo(out)("a line\n"), endStream(out)));

it.effect.each(["write", "end"] as const)("fails when the disk is full at the %s", (when) =>
  Effect.gen(function* () {
    const outcome = yield* written(onFullDisk(when));
    assert.isTrue(Either.isLeft(outcome));
    assert.include(JSON.stringify(outcome), "no space left on device");
  })
);

it.effect("succeeds when all is stored", () =>
  Effect.gen(function* () {
    const out = new Writable({ write: (_chunk, _encoding, done) => done() });
    assert.deepStrictEqual(yield* written(out), Either.right(undefined));
  })
);
