import { readdirSync, readFileSync } from "node:fs";
import { join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { assert, describe, it } from "@effect/vitest";

const root = fileURLToPath(new URL("../../", import.meta.url));

const filesBelow = (folder: string): ReadonlyArray<string> =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".ts"))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)));

/** The text of a file without its comments, which may name what the code may not. */
const codeOf = (path: string): string =>
  readFileSync(join(root, path), "utf8")
    .replace(/\/\*[\s\S]*?\*\//g, "")
    .replace(/(^|\s)\/\/.*$/gm, "$1");

const inner = [...filesBelow("src/domain"), ...filesBelow("src/application")];

/** The one port that speaks HTTP, since what other servers publish is defined as HTTP. */
const speaksHttp = (path: string): boolean => path.startsWith("src/domain/outbound/");

const headers =
  /["'`\s](?:www-authenticate|authorization: |content-(?:type|length|encoding|disposition)|cache-control|retry-after|dpop-nonce|set-cookie|idempotency-key|x-forwarded-\w+|user-agent|sec-(?:fetch|purpose)[\w-]*|if-none-match|etag)\b/i;

const strings = /"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*'|`(?:[^`\\]|\\.)*`/g;

/** The error codes that GraphQL and `POST /blobs` report, as they stand in the adapters. */
const codes = new Set(
  ["src/adapters/graphql", "src/adapters/http/blobs"]
    .flatMap(filesBelow)
    .flatMap((path) => [
      ...codeOf(path).matchAll(/(?:problem|[eE]rror)\([^()]*?"([A-Z]+(?:_[A-Z]+)*)"|\[\s*"([A-Z_]+)",\s*"/g)
    ])
    .flatMap(([, first, second]) => first ?? second ?? [])
    .filter((code) => code.length > 4)
);

const literalsOf = (path: string): ReadonlyArray<string> => codeOf(path).match(strings) ?? [];

describe("the domain and the use cases", () => {
  it("know no URLSearchParams: the routes decode queries and forms", () => {
    assert.deepStrictEqual(
      inner.filter((path) => /\bURLSearchParams\b|\.searchParams\b/.test(codeOf(path))),
      []
    );
  });

  it("name no HTTP header", () => {
    const named = inner.filter((path) => !speaksHttp(path) && literalsOf(path).some((text) => headers.test(text)));
    assert.deepStrictEqual(named, []);
  });

  it("name no error code of the API: the adapters have them by the closed reasons", () => {
    assert.isAbove(codes.size, 35);
    assert.isTrue(["UNAUTHENTICATED", "PDS_NOT_XRPC", "BLOB_TOO_LARGE"].every((code) => codes.has(code)));
    const named = inner.flatMap((path) =>
      literalsOf(path)
        .filter((text) => codes.has(text.slice(1, -1)))
        .map((text) => `${path} ${text}`)
    );
    assert.deepStrictEqual(named, []);
  });
});
