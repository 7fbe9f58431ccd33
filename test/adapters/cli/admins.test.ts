import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { alice, bob } from "../../support/memoryService.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { runOn } from "./runHere.ts";

layer(database, { timeout: "60 seconds", excludeTestServices: true })("tidemark admins", (it) => {
  it.effect("adds, lists, changes and removes admins, and keeps the last owner", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const run = (...args: ReadonlyArray<string>) => runOn(url, "admins", ...args);
      assert.include((yield* run("list")).stdout, "There is no admin.");
      const added = JSON.parse((yield* run("add", alice.handle, "--json")).stdout);
      assert.deepStrictEqual(added, { did: alice.did, handle: alice.handle, role: "owner" });
      assert.match((yield* run("list")).stdout, new RegExp(`^owner +${alice.did}  ${alice.handle}, since `));
      const again = yield* run("add", alice.did);
      assert.deepStrictEqual([again.code, again.stderr.includes("is an admin already")], [1, true]);
      const last = yield* run("set-role", alice.handle, "--role", "reader");
      assert.deepStrictEqual([last.code, last.stderr.includes("is the last owner")], [1, true]);
      assert.strictEqual((yield* run("remove", alice.did, "--yes")).code, 1);
      assert.strictEqual((yield* run("remove", alice.did)).code, 2);
      assert.strictEqual((yield* run("set-role", "nobody.test", "--role", "reader")).code, 2);
      const misspelled = yield* run("set-role", alice.did, "--role", "readr");
      assert.deepStrictEqual([misspelled.code, misspelled.stderr.includes("reader")], [2, true]);
    })
  );
});

layer(database, { timeout: "60 seconds", excludeTestServices: true })("tidemark admins, with two admins", (it) => {
  it.effect("changes the role of one, and removes the other", () =>
    Effect.gen(function* () {
      const { url } = yield* TestDatabase;
      const run = (...args: ReadonlyArray<string>) => runOn(url, "admins", ...args);
      yield* run("add", alice.handle);
      yield* run("add", bob.handle, "--role", "developer");
      const changed = JSON.parse((yield* run("set-role", bob.handle, "--role", "reader", "--json")).stdout);
      assert.deepStrictEqual(changed, { did: bob.did, role: "reader" });
      const { admins } = JSON.parse((yield* run("list", "--json")).stdout);
      assert.deepStrictEqual(
        [...admins].map(({ did, role }) => [did, role]),
        [
          [alice.did, "owner"],
          [bob.did, "reader"]
        ]
      );
      assert.strictEqual((yield* run("remove", bob.did, "--yes")).stdout.trim(), `${bob.did} is no longer an admin.`);
    })
  );
});
