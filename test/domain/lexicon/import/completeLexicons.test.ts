import { assert, describe, it } from "@effect/vitest";
import { buildSchema, validateSchema } from "graphql";
import { buildApiSchema } from "../../../../src/adapters/graphql/schema/buildApiSchema.ts";
import { printApiSchema } from "../../../../src/adapters/graphql/schema/printApiSchema.ts";
import { isJsonObject } from "../../../../src/domain/json/isJsonObject.ts";
import { completeLexicons } from "../../../../src/domain/lexicon/import/completeLexicons.ts";
import type { LexiconFile } from "../../../../src/domain/lexicon/import/LexiconFile.ts";
import { isUnreadable } from "../../../../src/domain/lexicon/import/UnreadableFile.ts";
import type { LexiconSet } from "../../../../src/domain/lexicon/model/LexiconSet.ts";
import { validateRecord } from "../../../../src/domain/lexicon/validate/validateRecord.ts";
import { lexiconsOf } from "../lexiconsOf.ts";
import { networkLexicons } from "../networkLexicons.ts";
import { publishedDocuments } from "../publishedDocuments.ts";
import { readLexiconFolder } from "../readLexiconFolder.ts";
import { vectorsFolder } from "../vectorsFolder.ts";

type Document = Readonly<Record<string, unknown>>;

const filesOf = (documents: ReadonlyArray<Document>): ReadonlyArray<LexiconFile> =>
  documents.map((document) => ({ file: `${document.id}.json`, document }));

const completed = (files: ReadonlyArray<LexiconFile>, published = publishedDocuments): LexiconSet =>
  lexiconsOf(completeLexicons(files, published).flatMap((file) => (isUnreadable(file) ? [] : [file])));

const setOf = (name: keyof typeof networkLexicons): LexiconSet => completed(filesOf(networkLexicons[name] ?? []));

const definitionsOf = ({ documents }: LexiconSet, id: string): ReadonlyArray<string> =>
  documents.flatMap((document) =>
    document.id === id && typeof document.defs === "object" && document.defs !== null ? Object.keys(document.defs) : []
  );

describe("a set that refers to published Lexicons", () => {
  it("is completed with the definitions that its records refer to, and no others", () => {
    const set = setOf("grain");
    assert.deepStrictEqual(set.completed, ["app.bsky.richtext.facet", "com.atproto.label.defs"]);
    assert.deepStrictEqual(definitionsOf(set, "com.atproto.label.defs"), ["selfLabels", "selfLabel"]);
    assert.isTrue(set.objects.has("app.bsky.richtext.facet#byteSlice"));
    assert.deepStrictEqual(set.notices, []);
  });

  it("has no collection for a record that is used as an object, whose values carry their $type", () => {
    const set = setOf("feeds");
    assert.includeMembers(
      [...set.completed],
      ["app.bsky.feed.post", "app.bsky.graph.list", "com.atproto.repo.strongRef"]
    );
    assert.deepStrictEqual(
      set.collections.map(({ nsid }) => String(nsid)),
      ["com.example.pinned.feeds"]
    );
    assert.isTrue(set.objects.get("app.bsky.feed.post")?.isRecord);
    assert.match(
      validateRecord(set, "app.bsky.feed.post", {
        $type: "app.bsky.feed.post",
        text: "",
        createdAt: "2026-01-01T00:00:00Z"
      })[0]?.reason ?? "",
      /is not a record type of this service/
    );
  });

  it("keeps its own document completely", () => {
    const own = {
      lexicon: 1,
      id: "com.atproto.repo.strongRef",
      defs: { main: { type: "object", properties: { uri: { type: "string" } } } }
    };
    const set = completed(filesOf([...(networkLexicons.frontpage ?? []), own]));
    assert.deepStrictEqual(set.completed, []);
    assert.lengthOf(set.objects.get("com.atproto.repo.strongRef")?.properties ?? [], 1);
  });

  it("is the same when it is stored and read without the published Lexicons", () => {
    for (const name of Object.keys(networkLexicons)) {
      const set = setOf(name);
      const stored: ReadonlyArray<Document> = JSON.parse(JSON.stringify(set.documents));
      const again = lexiconsOf(filesOf(stored));
      assert.deepStrictEqual({ ...again, notices: [] }, { ...set, notices: [] }, name);
      assert.lengthOf(again.notices, set.notices.length, name);
    }
  });

  it("is completed again when it is imported again", () => {
    const set = setOf("grain");
    assert.strictEqual(completed(filesOf(set.documents)).digest, set.digest);
    const other = publishedDocuments.filter(({ id }) => id !== "app.bsky.richtext.facet");
    assert.deepStrictEqual(completed(filesOf(set.documents), other).completed, ["com.atproto.label.defs"]);
  });

  it("has JSON and a notice for a definition that is not published", () => {
    assert.deepStrictEqual(
      completed(filesOf(networkLexicons.frontpage ?? []), []).notices.map(({ file }) => file),
      ["fyi.unravel.frontpage.vote.json", "fyi.unravel.frontpage.comment.json", "fyi.unravel.frontpage.comment.json"]
    );
  });
});

const notices: Readonly<Record<string, number>> = {
  hypercerts: 1,
  skylights: 1,
  recipes: 1,
  events: 1,
  chess: 1,
  rooms: 2
};

describe("sets in the shapes that apps publish", () => {
  it.each(Object.keys(networkLexicons))("%s makes a valid schema", (name) => {
    const set = setOf(name);
    assert.isAbove(set.collections.length, 0);
    assert.deepStrictEqual(validateSchema(buildSchema(printApiSchema(buildApiSchema(set).schema))), []);
    const reasons = new Set(set.notices.map(({ file, path }) => `${file} ${path}`));
    assert.strictEqual(reasons.size, notices[name] ?? 0, JSON.stringify(set.notices));
  });

  it("make a valid schema together", () => {
    const set = completed(filesOf(Object.values(networkLexicons).flat()));
    assert.deepStrictEqual(validateSchema(buildSchema(printApiSchema(buildApiSchema(set).schema))), []);
  });

  it("accept records with a token in a union, as a string or as an object", () => {
    const set = setOf("skylights");
    const item = (list: unknown) =>
      validateRecord(
        set,
        "my.skylights.listItem",
        JSON.parse(JSON.stringify({ $type: "my.skylights.listItem", list }))
      );
    assert.deepStrictEqual(item("my.skylights.listItem#builtinListUpNext"), []);
    assert.deepStrictEqual(item({ $type: "my.skylights.listItem#builtinListUpNext" }), []);
    assert.deepStrictEqual(item({ $type: "my.skylights.listItem#userList", uri: "at://did:plc:a/b.c.d/e" }), []);
    assert.isNotEmpty(item({ $type: "my.skylights.listItem#userList", uri: "no" }));
  });
});

const folder = vectorsFolder("atproto-lexicons/lexicons", "sets of the published Lexicons");

describe.skipIf(folder === null)("each namespace of the published Lexicons alone", () => {
  const files = folder === null ? [] : readLexiconFolder(folder);
  const namespaces = [...new Set(files.map(({ file }) => file.split("/").slice(0, 2).join("/")))];

  it.each(namespaces)("%s is a set", (namespace) => {
    const set = completed(files.filter(({ file }) => file.startsWith(`${namespace}/`)));
    assert.deepStrictEqual(set.notices, []);
    assert.deepStrictEqual(validateSchema(buildSchema(printApiSchema(buildApiSchema(set).schema))), []);
  });

  it("contains the bundled documents unchanged", () => {
    const byId = new Map(files.map(({ document }) => [isJsonObject(document) ? document.id : null, document]));
    for (const document of publishedDocuments) assert.deepStrictEqual(document, byId.get(document.id));
  });
});
