import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { storedLexicons } from "../../../src/application/lexicons/storedLexicons.ts";
import { AtUri, recordAddress } from "../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../src/domain/atproto/Cid.ts";
import { RecordIndex } from "../../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../../src/main/storage.ts";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
import { testSecrets } from "../../support/testSubjectKeys.ts";
import { zipOf } from "../../support/zip.ts";
import { folderOf } from "../filesystem/folderOf.ts";
import { tidemark } from "./tidemark.ts";

const run = (...args: ReadonlyArray<string>) =>
  Effect.flatMap(TestDatabase, ({ url }) => tidemark({ DATABASE_URL: Redacted.value(url) }, ...args));

const lexicon = (id: string, ref = "com.example.shared#thing") =>
  JSON.stringify({
    lexicon: 1,
    id,
    defs: {
      main: {
        type: "record",
        key: "tid",
        record: { type: "object", properties: { thing: { type: "ref", ref } } }
      }
    }
  });

/** Puts notes into the index as a service would. */
const putNotes = (count: number) =>
  Effect.gen(function* () {
    const index = yield* RecordIndex;
    yield* Effect.flatMap(storedLexicons(), index.define);
    for (let at = 0; at < count; at += 1) {
      const uri = AtUri.make(`at://did:plc:alice234alice234alice234/com.example.note/note-${at}`);
      yield* index.put({
        uri,
        ...recordAddress(uri),
        cid: Cid.make("bafyreihffx5a2e7k5uwrmmgofbvzujc5cmw5h4espouwuxt3liqoflx3ee"),
        rev: null,
        indexedAt: "2026-11-27T12:00:00.000Z",
        value: {}
      });
    }
  });

const shared = JSON.stringify({
  lexicon: 1,
  id: "com.example.shared",
  defs: { thing: { type: "object", properties: { text: { type: "string" } } } }
});

it.layer(database, { timeout: "60 seconds" })("tidemark lexicons", (it) => {
  it.scoped(
    "imports a folder, lists it, finds it already active, and replaces it by files",
    () =>
      Effect.gen(function* () {
        expect(yield* run("lexicons", "list")).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(/^No Lexicons yet\./)
        });
        const folder = yield* folderOf({ "deep/post.json": lexicon("com.example.post"), "shared.json": shared });

        expect(yield* run("lexicons", "import", folder)).toEqual({
          code: 0,
          stdout: "+ com.example.post\n+ com.example.shared\nActive now: 2 Lexicons with 1 collection.\n",
          stderr: ""
        });
        const again = yield* run("lexicons", "import", folder, "--json");
        const ids = ["com.example.post", "com.example.shared"];
        expect(JSON.parse(again.stdout)).toEqual({
          digest: expect.stringMatching(/^[\w-]{43}$/),
          changed: false,
          ids,
          changes: { added: [], changed: [], removed: [], collectionsRemoved: [], fieldsRemoved: 0 },
          completed: [],
          notices: []
        });
        const listed = JSON.parse((yield* run("lexicons", "list", "--json")).stdout);
        expect(listed).toEqual({
          digest: JSON.parse(again.stdout).digest,
          lexicons: [
            { id: "com.example.post", isCollection: true, isCompleted: false },
            { id: "com.example.shared", isCollection: false, isCompleted: false }
          ]
        });

        const files = yield* run("lexicons", "import", `${folder}/shared.json`, "--json");
        expect(JSON.parse(files.stdout)).toMatchObject({ changed: true, ids: ["com.example.shared"] });
        expect((yield* run("lexicons", "list")).stdout).toBe("com.example.shared\n");

        const dry = yield* run("lexicons", "check", folder, "--json");
        expect(dry).toMatchObject({ code: 0, stderr: "" });
        const nothing = {
          isInForce: false,
          added: ["com.example.post"],
          changed: [],
          removed: [],
          collectionsRemoved: [],
          fieldsRemoved: 0,
          completed: [],
          notices: []
        };
        expect(JSON.parse(dry.stdout)).toEqual({ digest: listed.digest, ...nothing });
        expect((yield* run("lexicons", "list")).stdout).toBe("com.example.shared\n");
        const other = yield* folderOf({
          "s.json": shared.replace("string", "integer"),
          "p.json": lexicon("com.example.p")
        });
        expect((yield* run("lexicons", "check", other)).stdout).toBe(
          "Valid. An import would change:\n+ com.example.p\n~ com.example.shared\n"
        );
        expect((yield* run("lexicons", "check", `${folder}/shared.json`)).stdout).toBe("Valid, and already active.\n");

        const one = yield* run("lexicons", "show", "com.example.shared");
        expect(JSON.parse(one.stdout)).toEqual(JSON.parse(shared));
        const gone = yield* run("lexicons", "show", "com.example.shard");
        expect(gone.code).toBe(1);
        expect(gone.stderr).toContain("did you mean com.example.shared?");

        const zips = yield* folderOf({
          "post.zip": zipOf({ "a/b/post.json": lexicon("com.example.post"), "__MACOSX/a/b/._post.json": "\0" })
        });
        const zipped = yield* run("lexicons", "import", `${zips}/post.zip`, `${folder}/shared.json`, "--json");
        expect(JSON.parse(zipped.stdout)).toMatchObject({ changed: true, ids });
      }),
    60_000
  );

  it.scoped(
    "completes a set, and reports which values the API returns as JSON",
    () =>
      Effect.gen(function* () {
        const folder = yield* folderOf({
          "like.json": lexicon("com.example.like", "com.atproto.repo.strongRef"),
          "post.json": lexicon("com.example.post", "com.example.nowhere")
        });
        const notes = [
          "Completed from the published Lexicons: com.atproto.repo.strongRef",
          "Notice: post.json, defs.main.record.properties.thing.ref: refers to com.example.nowhere, whose Lexicon is not in the set: its values are JSON; add that Lexicon to have a type",
          ""
        ].join("\n");
        expect((yield* run("lexicons", "check", folder)).stdout).toContain(notes);
        expect(yield* run("lexicons", "import", folder)).toEqual({
          code: 0,
          stdout: expect.stringMatching(
            /^\+ com\.atproto\.repo\.strongRef\n[\s\S]*\nActive now: 3 Lexicons with 2 coll/
          ),
          stderr: ""
        });
        expect((yield* run("lexicons", "list")).stdout).toContain("com.atproto.repo.strongRef  (completed)\n");
        expect((yield* run("lexicons", "import", folder)).stdout).toMatch(/^Nothing to do/);
      }),
    60_000
  );

  it.scoped(
    "removes records from the API only with --yes, adds, removes and exports",
    () =>
      Effect.gen(function* () {
        const { url } = yield* TestDatabase;
        const folder = yield* folderOf({
          "note.json": lexicon("com.example.note", "com.atproto.repo.strongRef"),
          "like.json": lexicon("com.example.like", "com.atproto.repo.strongRef"),
          "more/more.json": lexicon("com.example.more", "com.example.note")
        });
        yield* run("lexicons", "import", `${folder}/note.json`, `${folder}/like.json`, "--yes");
        yield* putNotes(7).pipe(
          Effect.provide(storage({ databaseUrl: url, dataDir: "", secrets: testSecrets, purpose: "command" }))
        );

        const lines =
          /^\+ com\.example\.more\n- com\.atproto\.repo\.strongRef\n- com\.example\.like {2}\(0 records\)\n- com\.example\.note {2}\(7 records\)\nFields/m;
        const warning = /removes 1 collection with 7 records from the API/;
        const checked = yield* run("lexicons", "check", `${folder}/more`);
        expect(checked).toMatchObject({ code: 0, stderr: "" });
        expect(checked.stdout).toMatch(lines);
        expect(checked.stdout).toMatch(warning);
        const before = yield* run("lexicons", "list");
        const refused = yield* run("lexicons", "import", `${folder}/more`);
        expect(refused).toMatchObject({ code: 1, stdout: "" });
        expect(refused.stderr.replaceAll("tidemark: ", "")).toMatch(lines);
        expect(refused.stderr).toMatch(warning);
        const asked = yield* run("lexicons", "remove", "com.example.note", "--json");
        expect(JSON.parse(asked.stderr)).toMatchObject({
          error: "unconfirmed",
          removed: ["com.example.note"],
          collectionsRemoved: [{ id: "com.example.note", records: 7 }]
        });
        expect(yield* run("lexicons", "list")).toEqual(before);

        const added = yield* run("lexicons", "add", `${folder}/more`);
        expect(added).toEqual({
          code: 0,
          stdout:
            "+ com.example.more\nActive now: 4 Lexicons with 3 collections.\nCompleted from the published Lexicons: com.atproto.repo.strongRef\n",
          stderr: ""
        });
        expect((yield* run("lexicons", "check", `${folder}/more`, "--add")).stdout).toMatch(
          /^Valid, and already active/
        );
        const unused = yield* run("lexicons", "remove", "com.example.like", "--json");
        expect(JSON.parse(unused.stdout)).toMatchObject({ changed: true, changes: { removed: ["com.example.like"] } });
        expect((yield* run("lexicons", "remove", "com.example.like")).stderr).toMatch(
          /com\.example\.like: is not an active Lexicon/
        );
        expect((yield* run("lexicons", "remove", "com.atproto.repo.strongRef")).stderr).toMatch(/completes the set/);

        const { digest } = JSON.parse((yield* run("lexicons", "list", "--json")).stdout);
        for (const path of [`${folder}/out.zip`, `${folder}/out`]) {
          const exported = yield* run("lexicons", "export", "--output", path);
          expect(exported).toEqual({ code: 0, stdout: `2 Lexicons: ${path}\n`, stderr: "" });
          const again = JSON.parse((yield* run("lexicons", "import", path, "--json")).stdout);
          expect(again).toMatchObject({ digest, changed: false });
        }
        expect((yield* run("lexicons", "export", "--output", `${folder}/out`)).stderr).toMatch(/is not empty/);
        expect((yield* run("lexicons", "export", "--output", `${folder}/note.json/x.zip`)).code).toBe(1);
        const printed = JSON.parse((yield* run("lexicons", "export")).stdout);
        expect(printed).toMatchObject({ digest, completed: ["com.atproto.repo.strongRef"] });
        expect(printed.documents.map(({ id }: { readonly id: string }) => id)).toEqual([
          "com.example.more",
          "com.example.note"
        ]);
        const gone = yield* run("lexicons", "remove", "com.example.note", "--yes");
        expect(gone.stdout).toMatch(/- com\.example\.note {2}\(7 records\)/);
        expect(gone.stdout).toMatch(/Notice: com\.example\.more/);
      }),
    90_000
  );

  it.scoped(
    "reports every fault by its file, and keeps the active Lexicons",
    () =>
      Effect.gen(function* () {
        const broken = yield* folderOf({ "a.json": "{", "b.json": "hello" });
        const unread = yield* run("lexicons", "import", broken);
        expect(yield* run("lexicons", "check", broken)).toEqual(unread);
        expect(unread).toMatchObject({ code: 1, stdout: "" });
        expect(unread.stderr).toMatch(/^tidemark: a\.json: is not JSON: .*\ntidemark: b\.json: is not JSON: .*\n$/);

        const unkeyed = yield* folderOf({ "post.json": lexicon("com.example.post").replace("tid", "uuid") });
        const unsound = yield* run("lexicons", "import", unkeyed, "--json");
        expect(unsound.code).toBe(1);
        expect(JSON.parse(unsound.stderr)).toMatchObject({
          error: "invalid_lexicons",
          faults: [{ file: "post.json", path: "defs.main.key" }]
        });
        const hostile = yield* folderOf({
          "set.zip": zipOf({ "post.json": "{", "../../etc/evil.json": "{}" }),
          "no.zip": ""
        });
        const refused = yield* run("lexicons", "import", `${hostile}/set.zip`);
        expect(refused).toMatchObject({ code: 1, stdout: "" });
        expect(refused.stderr).toMatch(
          /^tidemark: \.\.\/\.\.\/etc\/evil\.json: leads out of the archive .*\ntidemark: post\.json: is not JSON: .*\n$/
        );
        expect((yield* run("lexicons", "import", `${hostile}/no.zip`)).stderr).toMatch(
          /no\.zip: is not a whole zip archive/
        );

        const missing = yield* run("lexicons", "import", "/nowhere/at/all");
        expect(missing).toEqual({
          code: 1,
          stdout: "",
          stderr: "tidemark: /nowhere/at/all: does not exist: correct the path\n"
        });
      }),
    60_000
  );
});
