import { assert, it } from "@effect/vitest";
import { type PublishFacts, publishProblems } from "../../scripts/publish/publishProblems.ts";

const ready: PublishFacts = {
  manifest: "sdk/package.json",
  version: "1.2.3",
  serviceVersion: "1.2.3",
  statedVersion: "1.2.3",
  repository: "https://git.example/tidemark",
  hasChanges: false,
  tags: ["v1.2.3"],
  isBundleCurrent: true,
  canProveOrigin: true
};

it("publishes what is tagged, committed, bundled and can prove its origin", () => {
  assert.deepStrictEqual(publishProblems(ready, false), []);
});

it.each<[keyof PublishFacts, Partial<PublishFacts>, RegExp, boolean]>([
  ["serviceVersion", { serviceVersion: "1.2.4" }, /^The versions differ/, true],
  ["statedVersion", { statedVersion: "1.2.2" }, /^The versions differ/, true],
  ["isBundleCurrent", { isBundleCurrent: false }, /npm run sdk/, true],
  ["hasChanges", { hasChanges: true }, /not committed/, false],
  ["tags", { tags: ["v1.2.2"] }, /no tag v1\.2\.3/, false],
  ["repository", { repository: null }, /no repository/, false],
  ["canProveOrigin", { canProveOrigin: false }, /prove where/, false]
])("refuses by %s, in a dry run only what concerns the package", (_, changed, expected, alsoDry) => {
  const [problem = "", ...more] = publishProblems({ ...ready, ...changed }, false);
  assert.match(problem, expected);
  assert.deepStrictEqual(more, []);
  assert.strictEqual(publishProblems({ ...ready, ...changed }, true).length, alsoDry ? 1 : 0);
});
