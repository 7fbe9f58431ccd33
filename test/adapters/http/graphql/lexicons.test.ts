import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { lexiconStream } from "../../../../src/application/lexicons/storedLexicons.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { alice, bob } from "../../../support/memoryService.ts";
import { zip, zipOf } from "../../../support/zip.ts";
import { adminBearer, adminCookie, bearer, graphql, graphqlServerOfBob } from "./graphqlServer.ts";

const path = "/admin/graphql";
const sameOrigin = { "sec-fetch-site": "same-origin" };
const mutation = "mutation ($zipBase64: String!) { uploadLexicons(zipBase64: $zipBase64) }";

const upload = (zipBase64: string, headers: Readonly<Record<string, string>>) =>
  graphql(mutation, { path, headers, variables: { zipBase64 } });

const lexicon = (id: string, properties: object = { text: { type: "string" } }) =>
  JSON.stringify({
    lexicon: 1,
    id,
    defs: { main: { type: "record", key: "tid", record: { type: "object", properties } } }
  });

const effective = (headers: Readonly<Record<string, string>>) =>
  Effect.map(graphql("{ lexicons { id isCollection } }", { path, headers }), ({ data }) => Object(data).lexicons);

const faultsOf = (errors: ReadonlyArray<unknown> | undefined) => Object(Object(errors?.[0]).extensions).faults;

it.layer(graphqlServerOfBob)("Lexicons in GraphQL", (it) => {
  it.effect("are uploaded by an admin, listed, and active immediately, with the admin and the digest in the log", () =>
    Effect.gen(function* () {
      const headers = yield* adminBearer;
      const archive = zipOf({ "set/note.json": lexicon("com.example.note"), "__MACOSX/set/._note.json": "\0" });
      const reply = yield* upload(archive.toString("base64"), headers);
      assert.isUndefined(reply.errors);
      assert.deepStrictEqual(reply.data, { uploadLexicons: true });
      assert.deepStrictEqual(yield* effective(headers), [{ id: "com.example.note", isCollection: true }]);
      const documents = yield* graphql("{ lexicons { json } }", { path, headers });
      assert.deepStrictEqual(Object(documents.data).lexicons, [{ json: lexicon("com.example.note") }]);
      const asked = yield* graphql("{ comExampleNote { totalCount } }");
      assert.deepStrictEqual(asked.data, { comExampleNote: { totalCount: 0 } });
      const events = yield* Effect.flatMap(EventLog, (log) => log.load(lexiconStream));
      assert.deepStrictEqual(events.at(-1)?.actor, { type: "admin", id: bob.did });
      assert.deepStrictEqual(events.at(-1)?.data.ids, ["com.example.note"]);
    })
  );

  it.effect("are also accepted from an admin who is signed in to the settings", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* adminCookie), ...sameOrigin };
      const archive = zipOf({ "note.json": lexicon("com.example.note"), "more.json": lexicon("com.example.more") });
      assert.isUndefined((yield* upload(archive.toString("base64"), headers)).errors);
      const events = yield* Effect.flatMap(EventLog, (log) => log.load(lexiconStream));
      assert.deepStrictEqual(events.at(-1)?.actor, { type: "admin", id: bob.did });
    })
  );

  it.effect("are added to the active set and removed from it, after a comparison", () =>
    Effect.gen(function* () {
      const headers = yield* adminBearer;
      const base64 = (files: Readonly<Record<string, string>>) => zipOf(files).toString("base64");
      const ask = (query: string, variables: Readonly<Record<string, unknown>>) =>
        graphql(query, { path, headers, variables });
      yield* upload(base64({ "note.json": lexicon("com.example.note") }), headers);
      const zipBase64 = base64({
        "like.json": lexicon("com.example.like", {
          subject: { type: "ref", ref: "com.atproto.repo.strongRef" },
          note: { type: "ref", ref: "com.example.note" },
          gone: { type: "ref", ref: "com.example.gone" }
        })
      });
      const compared = yield* ask(
        "query ($zipBase64: String!) { compareLexicons(zipBase64: $zipBase64, add: true) { unchanged added removed completed notices { file path } collectionsRemoved { id } } }",
        { zipBase64 }
      );
      assert.deepStrictEqual(compared.data, {
        compareLexicons: {
          unchanged: false,
          added: ["com.atproto.repo.strongRef", "com.example.like"],
          removed: [],
          completed: ["com.atproto.repo.strongRef"],
          notices: [{ file: "like.json", path: "defs.main.record.properties.gone.ref" }],
          collectionsRemoved: []
        }
      });
      const added = yield* ask("mutation ($zipBase64: String!) { addLexicons(zipBase64: $zipBase64) }", { zipBase64 });
      assert.deepStrictEqual(added.data, { addLexicons: true });
      const listed = yield* graphql("{ lexicons { id isCollection isCompleted } lexiconNotices { path } }", {
        path,
        headers
      });
      assert.deepStrictEqual(listed.data, {
        lexicons: [
          { id: "com.atproto.repo.strongRef", isCollection: false, isCompleted: true },
          { id: "com.example.like", isCollection: true, isCompleted: false },
          { id: "com.example.note", isCollection: true, isCompleted: false }
        ],
        lexiconNotices: [{ path: "defs.main.record.properties.gone.ref" }]
      });

      const removal = { ids: ["com.example.note"] };
      const lost = yield* ask(
        "query ($ids: [String!]!) { compareLexiconRemoval(ids: $ids) { removed collectionsRemoved { id records } fieldsRemoved } }",
        removal
      );
      const { fieldsRemoved, ...others } = Object(lost.data).compareLexiconRemoval;
      assert.deepStrictEqual(others, {
        removed: ["com.example.note"],
        collectionsRemoved: [{ id: "com.example.note", records: 0 }]
      });
      assert.include(fieldsRemoved, "Query.comExampleNote");
      const removed = yield* ask("mutation ($ids: [String!]!) { removeLexicons(ids: $ids) }", removal);
      assert.deepStrictEqual(removed.data, { removeLexicons: true });
      const again = yield* ask("mutation ($ids: [String!]!) { removeLexicons(ids: $ids) }", {
        ids: ["com.example.note", "com.atproto.repo.strongRef"]
      });
      assert.deepStrictEqual(
        faultsOf(again.errors).map(({ file }: Readonly<Record<string, unknown>>) => file),
        ["com.example.note", "com.atproto.repo.strongRef"]
      );
      assert.lengthOf(yield* effective(headers), 2);
    })
  );

  it.effect("cannot be read or replaced by anyone else", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      for (const headers of [{}, { ...cookie }, { ...cookie, "sec-fetch-site": "cross-site" }, yield* bearer(alice)]) {
        for (const query of [
          "{ lexicons { id } }",
          "{ lexiconNotices { path } }",
          `{ compareLexiconRemoval(ids: []) { digest } }`,
          `mutation { uploadLexicons(zipBase64: "") }`,
          `mutation { addLexicons(zipBase64: "") }`,
          "mutation { removeLexicons(ids: []) }"
        ]) {
          const { errors } = yield* graphql(query, { path, headers: { ...headers } });
          const code = "authorization" in headers ? "FORBIDDEN" : "UNAUTHENTICATED";
          assert.strictEqual(Object(Object(errors?.[0]).extensions).code, code);
        }
      }
      const { errors } = yield* graphql(`mutation { uploadLexicons(zipBase64: "") }`, { headers: yield* adminBearer });
      assert.include(Object(errors?.[0]).message, "uploadLexicons");
    })
  );

  it.effect("report all faults together by file, path and reason, and the active set remains", () =>
    Effect.gen(function* () {
      const headers = yield* adminBearer;
      const before = yield* effective(headers);
      const archive = zip([
        { name: "good.json", content: lexicon("com.example.good") },
        { name: "half.json", content: "{" },
        {
          name: "set/odd.json",
          content: lexicon("com.example.odd", { to: { type: "nothing" } })
        },
        { name: "../out.json", content: "{}" },
        { name: "secret.json", content: "{}", flags: 0x801 }
      ]);
      const { data, errors } = yield* upload(archive.toString("base64"), headers);
      assert.isNull(data);
      assert.strictEqual(Object(Object(errors?.[0]).extensions).code, "BAD_USER_INPUT");
      const faults: ReadonlyArray<Readonly<Record<string, unknown>>> = faultsOf(errors);
      assert.sameMembers(
        faults.map(({ file, path }) => `${file} ${path}`),
        ["half.json ", "../out.json ", "secret.json ", "set/odd.json defs.main.record.properties.to.type"]
      );
      for (const fault of faults) assert.hasAllKeys(fault, ["file", "path", "reason"]);
      assert.deepStrictEqual(yield* effective(headers), before);
    })
  );

  const unusable: ReadonlyArray<readonly [string, string, string]> = [
    ["invalid base64", "%%%", "is not base64"],
    ["nothing", "", "is not a whole zip archive"],
    ["an empty archive", zip([]).toString("base64"), "holds no .json file"],
    ["a foreign archive", zipOf({ "package.json": "{}" }).toString("base64"), "holds no Lexicon"]
  ];
  for (const [what, zipBase64, reason] of unusable) {
    it.effect(`cannot be read from ${what}, and the error says why`, () =>
      Effect.gen(function* () {
        const { errors } = yield* upload(zipBase64, yield* adminBearer);
        const [fault, ...more] = faultsOf(errors);
        assert.deepInclude(fault, { file: "zipBase64", path: "" });
        assert.include(fault.reason, reason);
        assert.isEmpty(more);
      })
    );
  }
});
