import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import { database, TestDatabase } from "../../support/TestDatabase.ts";
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

const shared = JSON.stringify({
  lexicon: 1,
  id: "com.example.shared",
  defs: { thing: { type: "object", properties: { text: { type: "string" } } } }
});

it.layer(database, { timeout: "60 seconds" })("tidemark lexicons", (it) => {
  it.scoped(
    "imports a folder, lists it, finds it in force already, and replaces it by files",
    () =>
      Effect.gen(function* () {
        expect(yield* run("lexicons", "list")).toMatchObject({
          code: 0,
          stdout: expect.stringMatching(/^No Lexicons yet\./)
        });
        const folder = yield* folderOf({ "deep/post.json": lexicon("com.example.post"), "shared.json": shared });

        expect(yield* run("lexicons", "import", folder)).toEqual({
          code: 0,
          stdout: "In force now: 2 Lexicons with 1 collection.\n",
          stderr: ""
        });
        const again = yield* run("lexicons", "import", folder, "--json");
        const ids = ["com.example.post", "com.example.shared"];
        expect(JSON.parse(again.stdout)).toEqual({
          digest: expect.stringMatching(/^[\w-]{43}$/),
          changed: false,
          ids,
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
          "Sound. An import would change:\n+ com.example.p\n~ com.example.shared\n"
        );
        expect((yield* run("lexicons", "check", `${folder}/shared.json`)).stdout).toBe(
          "Sound, and in force already.\n"
        );

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
    "completes a set, and says what is answered as JSON",
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
          stdout: `In force now: 3 Lexicons with 2 collections.\n${notes}`,
          stderr: ""
        });
        expect((yield* run("lexicons", "list")).stdout).toContain("com.atproto.repo.strongRef  (completed)\n");
        expect((yield* run("lexicons", "import", folder)).stdout).toMatch(/^Nothing to do/);
      }),
    60_000
  );

  it.scoped(
    "names every fault by its file, and leaves what is in force",
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
          stderr: "tidemark: /nowhere/at/all: is not there: correct the path\n"
        });
      }),
    60_000
  );
});
