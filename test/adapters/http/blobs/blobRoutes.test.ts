import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { blobCid } from "../../../../src/domain/record/blob/blobCid.ts";
import { ownPds } from "../../../support/fakePds.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { json } from "../../../support/scriptedServer.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import { graphql } from "../graphql/graphqlServer.ts";
import { send } from "../send.ts";
import { blobServer, limit, signedIn } from "./blobServer.ts";
import { bearer, begin, bytes, eventually, generic, lastEvents, post, uploadMethod } from "./posting.ts";

layer(blobServer(), { excludeTestServices: true })("POST /blobs", (it) => {
  it.scoped("streams a blob to the PDS, returns a reference for records, and records the upload in the log", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const headers = { ...(yield* bearer()), "content-type": "Image/PNG; name=x" };
      const body = bytes(300_000);
      const answer = yield* post(body, { ...headers, "content-length": String(body.length) });
      assert.strictEqual(answer.status, 200);
      assert.deepStrictEqual(answer.blob, { ref: blobCid(body), mimeType: "image/png", size: body.length });
      const [call] = pds.calls(uploadMethod);
      assert.strictEqual(call?.headers["content-length"], String(body.length));
      assert.strictEqual(call?.headers["content-type"], "image/png");
      const [event] = yield* lastEvents(1);
      assert.strictEqual(event?.type, "BlobUploaded.v1");
      assert.deepInclude(event?.data, { cid: blobCid(body), mimeType: "image/png", size: body.length });
      assert.strictEqual(event?.requestId, answer.header("x-request-id"));

      const chunked = yield* post(body, { ...headers, "transfer-encoding": "chunked" });
      assert.strictEqual(chunked.blob?.ref, blobCid(body));
      const [, chunkedCall] = pds.calls(uploadMethod);
      assert.strictEqual(chunkedCall?.headers["transfer-encoding"], "chunked");

      const record = `mutation ($avatar: BlobInput) {
        updateAppNeutralActorProfile(rkey: "self", input: { avatar: $avatar }) { avatar { ref mimeType size } }
      }`;
      const authorization = { authorization: headers.authorization };
      const updated = yield* graphql(record, { headers: authorization, variables: { avatar: answer.blob } });
      assert.deepStrictEqual(updated.data, { updateAppNeutralActorProfile: { avatar: answer.blob } });
    })
  );

  it.scoped("authenticates the caller as strictly as mutations do", () =>
    Effect.gen(function* () {
      const token = yield* signedIn;
      const key = yield* Effect.promise(makeDpopKey);
      const type = { "content-type": "image/png" };
      const body = bytes(10);
      const none = yield* post(body, type);
      assert.strictEqual(none.status, 401);
      assert.strictEqual(none.error?.extensions.code, "UNAUTHENTICATED");
      assert.notInclude(none.header("www-authenticate"), "error=");

      const bound = yield* token(generic, { jkt: key.jkt });
      const ath = (yield* Effect.promise(() =>
        crypto.subtle.digest("SHA-256", Buffer.from(bound))
      )) satisfies ArrayBuffer;
      const proof = (htu: string) =>
        Effect.promise(() =>
          key.proof({
            htm: "POST",
            htu,
            jti: crypto.randomUUID(),
            iat: Math.floor(Date.now() / 1000),
            ath: Buffer.from(ath).toString("base64url")
          })
        );
      const good = { authorization: `DPoP ${bound}`, ...type };
      assert.strictEqual((yield* post(body, { ...good, dpop: yield* proof(`${publicUrl}/blobs`) })).status, 200);
      const bad: ReadonlyArray<Record<string, string | Array<string>>> = [
        { ...type, authorization: "Bearer nonsense" },
        { ...type, authorization: `Bearer ${bound}` },
        good,
        { ...good, dpop: yield* proof(`${publicUrl}/graphql`) },
        { ...good, dpop: [yield* proof(`${publicUrl}/blobs`), yield* proof(`${publicUrl}/blobs`)] }
      ];
      for (const headers of bad) {
        const refused = yield* post(body, headers);
        assert.strictEqual(refused.status, 401);
        assert.match(refused.header("www-authenticate") ?? "", /^DPoP error="invalid_/);
        assert.include(refused.error?.message, "WWW-Authenticate says which");
      }
    })
  );

  it.scoped("requires the scope of the media type, and sends nothing without it", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const headers = { ...(yield* bearer("atproto blob:image/*")), "content-type": "video/mp4" };
      const refused = yield* post(bytes(10), headers);
      assert.strictEqual(refused.status, 403);
      assert.deepInclude(refused.error?.extensions, { code: "FORBIDDEN", scope: "blob:video/mp4" });
      assert.strictEqual(pds.calls(uploadMethod).length, 0);
      assert.strictEqual((yield* post(bytes(10), { ...headers, "content-type": "image/gif" })).status, 200);
    })
  );

  const png = { "content-type": "image/png" };
  const tooLarge = `${limit + 1} bytes, which exceeds the limit of ${limit} bytes`;

  it.scoped.each([
    { what: "a blob without a type", headers: {}, size: 10, status: 400, code: "BAD_USER_INPUT", words: "image/png" },
    {
      what: "a range of types",
      headers: { "content-type": "image/*" },
      size: 10,
      status: 400,
      code: "BAD_USER_INPUT",
      words: "image/png"
    },
    { what: "an empty blob", headers: png, size: 0, status: 400, code: "BAD_USER_INPUT", words: "is empty" },
    {
      what: "a compressed blob",
      headers: { ...png, "content-encoding": "gzip" },
      size: 10,
      status: 415,
      code: "UNSUPPORTED_ENCODING",
      words: "Content-Encoding"
    },
    {
      what: "a blob above the limit",
      headers: png,
      size: limit + 1,
      status: 413,
      code: "BLOB_TOO_LARGE",
      words: tooLarge
    }
  ])("refuses $what before anything is sent", ({ code, headers, size, status, words }) =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const refused = yield* post(bytes(size), { ...(yield* bearer()), ...headers, "content-length": String(size) });
      assert.deepInclude({ status: refused.status, code: refused.error?.extensions.code }, { status, code });
      assert.include(refused.error?.message, words);
      assert.strictEqual(pds.calls(uploadMethod).length, 0);
    })
  );

  it.scoped("aborts an upload that turns out to be too large, also at the PDS", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const headers = { ...(yield* bearer()), "content-type": "image/png", "transfer-encoding": "chunked" };
      const refused = yield* post(bytes(4 * limit), headers);
      assert.strictEqual(refused.status, 413);
      assert.strictEqual(refused.error?.extensions.code, "BLOB_TOO_LARGE");
      yield* eventually(Effect.sync(() => pds.calls(uploadMethod).at(0)?.cut === true));
      assert.isAtMost(pds.calls(uploadMethod).at(0)?.bytes ?? 0, limit);
      const [event] = yield* lastEvents(1);
      assert.deepInclude(event, { type: "BlobUploadFailed.v1", outcome: "failure", reason: "above-limit" });
      const empty = yield* post(bytes(0), headers);
      assert.deepInclude(empty.error?.extensions, { code: "BAD_USER_INPUT" });
    })
  );

  it.scoped("aborts the upload at the PDS when the client disconnects, and records it", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const { port } = yield* HttpServerNode.HttpServerNode;
      const headers = { ...(yield* bearer()), "content-type": "image/png", "content-length": "500000" };
      const outgoing = yield* begin(port, headers, bytes(100_000));
      yield* eventually(Effect.sync(() => (pds.calls(uploadMethod).at(0)?.bytes ?? 0) > 50_000));
      outgoing.destroy();
      yield* eventually(Effect.sync(() => pds.calls(uploadMethod).at(0)?.cut === true));
      yield* eventually(
        Effect.map(Effect.orDie(lastEvents(1)), ([event]) => event?.reason === "incomplete").pipe(
          Effect.provideService(EventLog, yield* EventLog)
        )
      );
      const [event] = yield* lastEvents(1);
      assert.deepInclude(event, { type: "BlobUploadFailed.v1", reason: "incomplete" });
    })
  );

  it.scoped("returns a response that the PDS sends during the upload", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      pds.misbehave(uploadMethod, (request, response) =>
        request.once("data", () => json(response, { error: "BlobTooLarge", message: "This file is too large" }, 413))
      );
      const headers = { ...(yield* bearer()), "content-type": "image/png" };
      const refused = yield* post(bytes(900_000), { ...headers, "transfer-encoding": "chunked" });
      assert.strictEqual(refused.status, 413);
      assert.include(refused.error?.message, "The PDS reports: This file is too large");
      assert.deepInclude((yield* lastEvents(1))[0], { type: "BlobUploadFailed.v1", reason: "blob-too-large" });
    })
  );

  it.scoped("obtains a fresh nonce and a valid token before it starts", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const challenge = { "dpop-nonce": "fresh", "www-authenticate": 'DPoP error="use_dpop_nonce"' };
      let asked = 0;
      pds.misbehave("com.atproto.server.getSession", (_, response) => {
        asked += 1;
        if (asked === 1) return json(response, { error: "use_dpop_nonce" }, 401, challenge);
        if (asked === 2) return json(response, { error: "invalid_token" }, 401);
        return json(response, { active: true });
      });
      const headers = { ...(yield* bearer()), "content-type": "image/png" };
      const answer = yield* post(bytes(400_000), headers);
      assert.strictEqual(answer.status, 200);
      assert.strictEqual(asked, 3);
      assert.strictEqual(pds.calls(uploadMethod).length, 1);

      pds.misbehave(uploadMethod, (_, response) => json(response, { error: "use_dpop_nonce" }, 401, challenge));
      const again = yield* post(bytes(400_000), headers);
      assert.strictEqual(again.status, 503);
      assert.strictEqual(again.error?.extensions.code, "UPLOAD_AGAIN");
      assert.strictEqual(pds.calls(uploadMethod).length, 2);
    })
  );

  it.scoped("fails if the PDS reports a different blob", () =>
    Effect.gen(function* () {
      const pds = yield* ownPds;
      const blob = { ref: { $link: blobCid(bytes(3)) }, mimeType: "image/png", size: 10 };
      pds.misbehave(uploadMethod, (request, response) => request.resume().once("end", () => json(response, { blob })));
      const headers = { ...(yield* bearer()), "content-type": "image/png" };
      const refused = yield* post(bytes(10), headers);
      assert.strictEqual(refused.error?.extensions.code, "BLOB_DIFFERS");
      assert.deepInclude((yield* lastEvents(1))[0], { type: "BlobUploadFailed.v1", reason: "blob-differs" });
    })
  );

  it.scoped("can be called by scripts of any origin", () =>
    Effect.gen(function* () {
      const { port } = yield* HttpServerNode.HttpServerNode;
      const asked = { origin: "https://app.example.com", "access-control-request-method": "POST" };
      const preflight = yield* send(port, "/blobs", { method: "OPTIONS", headers: asked });
      assert.strictEqual(preflight.status, 204);
      assert.include(preflight.header("access-control-allow-headers"), "DPoP");
      assert.strictEqual((yield* post(bytes(1), {})).header("access-control-allow-origin"), "*");
      assert.strictEqual((yield* send(port, "/blobs")).status, 405);
    })
  );

  it.scoped("has the same size limit as an upload in base64", () =>
    Effect.gen(function* () {
      const headers = yield* bearer();
      const upload = `mutation ($data: String!, $mimeType: String!) { uploadBlob(data: $data, mimeType: $mimeType) { ref size } }`;
      const sent = (body: Buffer) => ({
        headers,
        variables: { data: body.toString("base64"), mimeType: "image/png" }
      });
      const good = yield* graphql(upload, sent(bytes(limit)));
      assert.deepStrictEqual(good.data, { uploadBlob: { ref: blobCid(bytes(limit)), size: limit } });
      const large = yield* graphql(upload, sent(bytes(limit + 1)));
      assert.include(
        JSON.stringify(large.errors),
        `The blob has ${limit + 1} bytes, which exceeds the limit of ${limit} bytes.`
      );
    })
  );
});
