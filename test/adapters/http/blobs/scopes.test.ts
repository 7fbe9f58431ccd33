import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { ownPds } from "../../../support/fakePds.ts";
import { graphql } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";
import { blobServer, signedIn } from "./blobServer.ts";

const status = "xyz.statusphere.status";
const profile = "app.neutral.actor.profile";
const input = `{ status: "🌊", createdAt: "2026-11-28T00:00:00Z" }`;
const rkey = "3jzfcijpj2z2a";
const data = Buffer.from("a picture").toString("base64");

/** Everything that writes, and the scope values that each needs. */
const mutations = {
  createStatus: [`createXyzStatusphereStatus(input: ${input}) { uri }`, `repo:${status}?action=create`],
  updateStatus: [
    `updateXyzStatusphereStatus(rkey: "${rkey}", input: ${input}) { uri }`,
    `repo:${status}?action=update`
  ],
  deleteStatus: [`deleteXyzStatusphereStatus(rkey: "${rkey}") { uri }`, `repo:${status}?action=delete`],
  createProfile: [`createAppNeutralActorProfile(input: {}) { uri }`, `repo:${profile}?action=create`],
  updateProfile: [`updateAppNeutralActorProfile(rkey: "self", input: {}) { uri }`, `repo:${profile}?action=update`],
  deleteProfile: [`deleteAppNeutralActorProfile(rkey: "self") { uri }`, `repo:${profile}?action=delete`],
  batch: [
    `applyWrites(writes: [
      { create: { xyzStatusphereStatus: ${input} } },
      { update: { appNeutralActorProfile: {} }, rkey: "self" },
      { delete: "${status}", rkey: "${rkey}" }
    ]) { uri }`,
    `repo:${status}?action=create`,
    `repo:${profile}?action=update`,
    `repo:${status}?action=delete`
  ],
  png: [`uploadBlob(data: "${data}", mimeType: "image/png") { ref }`, "blob:image/png"],
  mp4: [`uploadBlob(data: "${data}", mimeType: "Video/MP4; codecs=x") { ref }`, "blob:video/mp4"],
  postPng: ["image/png", "blob:image/png"],
  postMp4: ["video/mp4", "blob:video/mp4"]
} as const satisfies Record<string, readonly [document: string, ...scopes: Array<string>]>;

type Name = keyof typeof mutations;
const names = [
  "createStatus",
  "updateStatus",
  "deleteStatus",
  "createProfile",
  "updateProfile",
  "deleteProfile",
  "batch",
  "png",
  "mp4",
  "postPng",
  "postMp4"
] as const satisfies ReadonlyArray<Name>;

const statuses: ReadonlyArray<Name> = ["createStatus", "updateStatus", "deleteStatus"];
const profiles: ReadonlyArray<Name> = ["createProfile", "updateProfile", "deleteProfile"];
const pngs: ReadonlyArray<Name> = ["png", "postPng"];
const blobs: ReadonlyArray<Name> = [...pngs, "mp4", "postMp4"];

/** What each scope permits; everything else it does not. */
const scopes: ReadonlyArray<readonly [scope: string, permitted: ReadonlyArray<Name>]> = [
  ["atproto", []],
  ["atproto transition:email", []],
  ["atproto transition:chat.bsky", []],
  ["atproto rpc:app.example.call?aud=* account:email identity:handle include:com.example.authBasic", []],
  ["atproto transition:generic", names],
  ["atproto repo:*", [...statuses, ...profiles, "batch"]],
  ["atproto repo:*?action=create", ["createStatus", "createProfile"]],
  ["atproto repo:*?action=create&action=update&action=delete", [...statuses, ...profiles, "batch"]],
  [`atproto repo:${status}`, statuses],
  [`atproto repo:${status}?action=create`, ["createStatus"]],
  [`atproto repo:${status}?action=update`, ["updateStatus"]],
  [`atproto repo:${status}?action=delete`, ["deleteStatus"]],
  [`atproto repo:${status}?action=create&action=delete`, ["createStatus", "deleteStatus"]],
  [`atproto repo:${status}?action=create repo:${status}?action=delete`, ["createStatus", "deleteStatus"]],
  [
    `atproto repo:${status}?action=create&action=delete repo:${profile}?action=update`,
    ["createStatus", "deleteStatus", "updateProfile", "batch"]
  ],
  [`atproto repo?collection=${status}&collection=${profile}&action=create`, ["createStatus", "createProfile"]],
  [`atproto repo:${profile}`, profiles],
  ["atproto repo:com.example.other", []],
  [`atproto repo:${status}.more`, []],
  ["atproto blob:*/*", blobs],
  ["atproto blob:image/*", pngs],
  ["atproto blob:IMAGE/PNG", pngs],
  ["atproto blob:image/png", pngs],
  ["atproto blob:image/jpeg", []],
  ["atproto blob?accept=image/*", pngs],
  ["atproto blob?accept=image/gif&accept=video/*", ["mp4", "postMp4"]],
  [`atproto repo:${status} blob:image/*`, [...statuses, ...pngs]]
];

/** Scopes that no token can have: then it is no token. */
const unknown = [
  "",
  "nonsense",
  "atproto repo:no_nsid",
  "atproto repo:*?action=read",
  "atproto blob:image",
  "atproto repo:*?collection=*"
];

const Errors = Schema.Array(
  Schema.Struct({
    message: Schema.String,
    extensions: Schema.Struct({ code: Schema.String, scope: Schema.optional(Schema.String) })
  })
);
const decodeBody = Schema.decode(Schema.parseJson(Schema.Struct({ errors: Schema.optional(Errors) })));

const attempt = (name: Name, headers: Readonly<Record<string, string>>) =>
  Effect.gen(function* () {
    const [document] = mutations[name];
    if (name !== "postPng" && name !== "postMp4") {
      const answer = yield* graphql(`mutation { ${document} }`, { headers });
      return { status: answer.status, ...(yield* decodeBody(answer.text)) };
    }
    const { port } = yield* HttpServerNode.HttpServerNode;
    const sent = { method: "POST", headers: { ...headers, "content-type": document }, body: "a picture" };
    const answer = yield* send(port, "/blobs", sent);
    return { status: answer.status, ...(yield* decodeBody(answer.text)) };
  });

const writing = ["createRecord", "putRecord", "deleteRecord", "applyWrites", "uploadBlob"];

layer(blobServer(), { excludeTestServices: true })("scopes", (it) => {
  const missingOf = (name: Name, permitted: ReadonlyArray<Name>): ReadonlyArray<string> => {
    const [, ...needed] = mutations[name];
    const held = new Set<string>(permitted.filter((each) => each !== "batch").map((each) => mutations[each][1]));
    return needed.filter((value) => !held.has(value));
  };

  for (const [scope, permitted] of scopes) {
    it.scoped(`${scope}: ${permitted.length === 0 ? "nothing" : permitted.join(", ")}`, () =>
      Effect.gen(function* () {
        const pds = yield* ownPds;
        const calls = () => writing.reduce((sum, method) => sum + pds.calls(`com.atproto.repo.${method}`).length, 0);
        // An update by who may not create looks first whether there is something to update.
        pds.misbehave("com.atproto.repo.getRecord", (request, response) => {
          const query = new URL(request.url ?? "", "http://pds").searchParams;
          const [repo, collection, key] = ["repo", "collection", "rkey"].map((each) => query.get(each));
          const cid = "bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454";
          const found = { uri: `at://${repo}/${collection}/${key}`, cid, value: {} };
          response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(found));
        });
        const token = yield* signedIn;
        const headers = { authorization: `Bearer ${yield* token(scope)}` };
        for (const name of names) {
          const before = calls();
          const { errors } = yield* attempt(name, headers);
          const expected = permitted.includes(name)
            ? undefined
            : { code: "FORBIDDEN", scope: missingOf(name, permitted).join(" ") };
          assert.deepStrictEqual(errors?.[0]?.extensions, expected, name);
          assert.strictEqual(calls() - before, expected === undefined ? 1 : 0, name);
          if (expected !== undefined) assert.include(errors?.[0]?.message, expected.scope);
        }
      })
    );
  }

  for (const scope of unknown) {
    it.effect(`${JSON.stringify(scope)}: no token`, () =>
      Effect.gen(function* () {
        const token = yield* signedIn;
        const headers = { authorization: `Bearer ${yield* token(scope)}` };
        for (const name of names) assert.strictEqual((yield* attempt(name, headers)).status, 401, name);
      })
    );
  }

  it.scoped("permission to update does not permit creating a record", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const token = yield* signedIn;
      const headers = { authorization: `Bearer ${yield* token(`atproto repo:${status}?action=update`)}` };
      const { errors } = yield* attempt("updateStatus", headers);
      assert.strictEqual(errors?.[0]?.extensions.code, "NOT_FOUND");
      assert.strictEqual(pds.calls("com.atproto.repo.putRecord").length, 0);
    })
  );
});
