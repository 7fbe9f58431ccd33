import { assert, it } from "@effect/vitest";
import { describeScope } from "../../../../src/adapters/http/pages/describeScope.ts";

const said = (scope: string): ReadonlyArray<string> => describeScope(scope).map(({ text }) => text);

it.each([
  ["atproto", "Know which account is yours"],
  ["repo:*", "Create, change and delete records of every kind in your account"],
  [
    "repo?collection=a.b.c&collection=a.b.d&action=create&action=update",
    "Create and change records of these kinds in your account: <code>a.b.c</code>, <code>a.b.d</code>"
  ],
  ["repo:a.b.c?action=delete", "Delete records of these kinds in your account: <code>a.b.c</code>"],
  ["blob:*/*", "Upload files to your account"],
  ["blob:image/*", "Upload files of these types to your account: <code>image/*</code>"],
  ["transition:email", "See your email address"],
  ["rpc:a.b.c?aud=<b>", "Use a permission of your server: <code>rpc:a.b.c?aud=&lt;b&gt;</code>"]
])("describes %s in plain language", (scope, words) => {
  assert.deepStrictEqual(said(scope), [words]);
});

it("describes everything in a scope, and warns of full access", () => {
  assert.strictEqual(said("atproto transition:generic").length, 2);
  assert.include(said("transition:generic").join(), "<strong>Create, change and delete everything");
});
