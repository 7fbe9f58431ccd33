import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { lexiconStream } from "../../../../src/application/lexicons/importLexicons.ts";
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

const inForce = (headers: Readonly<Record<string, string>>) =>
  Effect.map(graphql("{ lexicons { id isCollection } }", { path, headers }), ({ data }) => Object(data).lexicons);

const faultsOf = (errors: ReadonlyArray<unknown> | undefined) => Object(Object(errors?.[0]).extensions).faults;

it.layer(graphqlServerOfBob)("Lexicons by GraphQL", (it) => {
  it.effect("are uploaded by an admin, listed, and the schema at once; who and the digest are in the log", () =>
    Effect.gen(function* () {
      const headers = yield* adminBearer;
      const archive = zipOf({ "set/note.json": lexicon("com.example.note"), "__MACOSX/set/._note.json": "\0" });
      const reply = yield* upload(archive.toString("base64"), headers);
      assert.isUndefined(reply.errors);
      assert.deepStrictEqual(reply.data, { uploadLexicons: true });
      assert.deepStrictEqual(yield* inForce(headers), [{ id: "com.example.note", isCollection: true }]);
      const documents = yield* graphql("{ lexicons { json } }", { path, headers });
      assert.deepStrictEqual(Object(documents.data).lexicons, [{ json: lexicon("com.example.note") }]);
      const asked = yield* graphql("{ comExampleNote { totalCount } }");
      assert.deepStrictEqual(asked.data, { comExampleNote: { totalCount: 0 } });
      const events = yield* Effect.flatMap(EventLog, (log) => log.load(lexiconStream));
      assert.deepStrictEqual(events.at(-1)?.actor, { type: "admin", id: bob.did });
      assert.deepStrictEqual(events.at(-1)?.data.ids, ["com.example.note"]);
    })
  );

  it.effect("are taken from who is signed in to the settings too", () =>
    Effect.gen(function* () {
      const headers = { ...(yield* adminCookie), ...sameOrigin };
      const archive = zipOf({ "note.json": lexicon("com.example.note"), "more.json": lexicon("com.example.more") });
      assert.isUndefined((yield* upload(archive.toString("base64"), headers)).errors);
      const events = yield* Effect.flatMap(EventLog, (log) => log.load(lexiconStream));
      assert.deepStrictEqual(events.at(-1)?.actor, { type: "admin", id: bob.did });
    })
  );

  it.effect("are for nobody else, neither to read nor to replace", () =>
    Effect.gen(function* () {
      const cookie = yield* adminCookie;
      for (const headers of [{}, { ...cookie }, { ...cookie, "sec-fetch-site": "cross-site" }, yield* bearer(alice)]) {
        for (const query of ["{ lexicons { id } }", `mutation { uploadLexicons(zipBase64: "") }`]) {
          const { errors } = yield* graphql(query, { path, headers: { ...headers } });
          const code = "authorization" in headers ? "FORBIDDEN" : "UNAUTHENTICATED";
          assert.strictEqual(Object(Object(errors?.[0]).extensions).code, code);
        }
      }
      const { errors } = yield* graphql(`mutation { uploadLexicons(zipBase64: "") }`, { headers: yield* adminBearer });
      assert.include(Object(errors?.[0]).message, "uploadLexicons");
    })
  );

  it.effect("tell all their faults at once by file, path and reason, and the old set stays", () =>
    Effect.gen(function* () {
      const headers = yield* adminBearer;
      const before = yield* inForce(headers);
      const archive = zip([
        { name: "good.json", content: lexicon("com.example.good") },
        { name: "half.json", content: "{" },
        {
          name: "set/dangling.json",
          content: lexicon("com.example.dangling", { to: { type: "ref", ref: "com.example.none" } })
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
        ["half.json ", "../out.json ", "secret.json ", "set/dangling.json defs.main.record.properties.to.ref"]
      );
      for (const fault of faults) assert.hasAllKeys(fault, ["file", "path", "reason"]);
      assert.deepStrictEqual(yield* inForce(headers), before);
    })
  );

  const unusable: ReadonlyArray<readonly [string, string, string]> = [
    ["no base64", "%%%", "is not base64"],
    ["nothing", "", "is not a whole zip archive"],
    ["an empty archive", zip([]).toString("base64"), "holds no .json file"],
    ["a foreign archive", zipOf({ "package.json": "{}" }).toString("base64"), "holds no Lexicon"]
  ];
  for (const [what, zipBase64, reason] of unusable) {
    it.effect(`are not in ${what}, and the answer says so`, () =>
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
