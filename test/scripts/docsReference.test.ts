import { readdirSync, readFileSync } from "node:fs";
import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { commandErrors, graphqlErrors, oauthErrors } from "../../scripts/docs/errorCodes.ts";
import { referencePages } from "../../scripts/docs/referencePages.ts";
import { commandErrorAnchor } from "../../src/adapters/cli/report/commandErrorAnchor.ts";
import { renderMarkdown } from "../../src/adapters/http/docs/renderMarkdown.ts";
import { errorExtensions } from "../../src/application/api/errorExtensions.ts";
import { docsPath } from "../../src/domain/documentation/docsUrl.ts";

const root = new URL("../../", import.meta.url);
const text = (path: string) => readFileSync(new URL(path, root), "utf8");

it.effect("the reference pages are what the code gives: run npm run docs", () =>
  Effect.gen(function* () {
    for (const [path, content] of yield* referencePages) assert.strictEqual(text(path), content, path);
  })
);

const sourcesIn = (folders: ReadonlyArray<string>): string =>
  folders
    .flatMap((folder) =>
      readdirSync(new URL(folder, root), { recursive: true, encoding: "utf8" })
        .filter((path) => path.endsWith(".ts"))
        .map((path) => text(`${folder}${path}`))
    )
    .join("\n");

const codesIn = (source: string, pattern: RegExp): ReadonlyArray<string> => [
  ...new Set([...source.matchAll(pattern)].map(([, code = ""]) => code))
];

describe("the page about errors has every code", () => {
  const graphqlFolders = ["problems", "plan", "execute", "persisted", "subscribe", "viewer", "worker"].map(
    (name) => `src/adapters/graphql/${name}/`
  );
  const adminErrors = ["asAdmin", "adminApi"].map((name) => text(`src/adapters/graphql/admin/${name}.ts`)).join("\n");
  it.each([
    [
      "of GraphQL",
      graphqlErrors,
      sourcesIn([
        ...graphqlFolders,
        "src/adapters/graphql/admin/roles/",
        "src/adapters/http/graphql/",
        "src/adapters/http/live/",
        "src/adapters/http/blobs/"
      ]) + adminErrors,
      /(?:problem\(|rrorExtensions\(|[[]|\? |: |, |=== )\s*"([A-Z]+(?:_[A-Z]+)+|UNAUTHENTICATED|FORBIDDEN|UNAVAILABLE|TIMEOUT|CONFLICT|INTERNAL|NOT_FOUND)"/g
    ],
    [
      "of OAuth",
      oauthErrors,
      sourcesIn(["src/adapters/http/oauth/"]),
      /"((?:invalid|unauthorized|access|unsupported|temporarily|server|use_dpop)_[a-z_]+)"/g
    ],
    [
      "of commands",
      commandErrors,
      sourcesIn(["src/adapters/cli/"]),
      /(?:failure\(|error: |^ {2}[A-Z]\w+: )\s*"([a-z_]+)"/gm
    ]
  ])("%s", (_, documented, source, pattern) => {
    const codes = codesIn(source, pattern);
    assert.isAbove(codes.length, 10);
    assert.deepStrictEqual(
      codes.filter((code) => !Object.hasOwn(documented, code)),
      []
    );
  });
});

it("every error links to the section about its code", () => {
  const page = text("docs/reference/errors.md");
  const { text: content } = renderMarkdown(page, "docs/reference/errors.md").content;
  const linked = [
    ...Object.keys(graphqlErrors).map((code) => errorExtensions(code).documentation),
    ...Object.keys(oauthErrors).map((code) => docsPath("reference/errors", code)),
    ...Object.keys(commandErrors).map((code) => docsPath("reference/errors", commandErrorAnchor(code)))
  ].map((path) => path.split("#")[1] ?? "");
  assert.deepStrictEqual(
    linked.filter((anchor) => content.split(`id="${anchor}"`).length !== 2),
    []
  );
});
