import { assert, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import { Did } from "../../../../src/domain/atproto/Did.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { tid } from "../../../../src/domain/atproto/tid.ts";
import { blobContent } from "../../../../src/domain/record/blob/BlobContent.ts";
import type { RepositoryFailure, RepositoryFailureReason } from "../../../../src/domain/record/RepositoryFailure.ts";
import { recordCid } from "../../../../src/domain/record/value/recordCid.ts";
import { type PdsCredentials, Repository } from "../../../../src/domain/record/write/Repository.ts";
import { UpstreamAuthorization } from "../../../../src/domain/session/UpstreamAuthorization.ts";
import type { Network } from "../../../pds/connectNetwork.ts";
import { withPds } from "../../../support/withPds.ts";
import { login } from "../login.ts";
import { adapters, confidentialAdapters, loopbackClient } from "../upstreamClients.ts";

const collection = Nsid.make("dev.example.note");
const post = Nsid.make("app.bsky.feed.post");
let keys = 0;
const target = (of: Nsid = collection) => {
  keys += 1;
  return { collection: of, rkey: RecordKey.make(tid(BigInt(Date.now()) * 1000n, keys)) };
};
const note = (text: string) => ({ $type: "dev.example.note", text });
const absentCid = Cid.make("bafkreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");

const failureOf = <A, R>(call: Effect.Effect<A, RepositoryFailure<RepositoryFailureReason>, R>) =>
  Effect.map(Effect.flip(call), ({ detail, reason, retryAfter, status }) => ({ detail, reason, retryAfter, status }));
const reason = <A, R>(call: Effect.Effect<A, RepositoryFailure<RepositoryFailureReason>, R>) =>
  Effect.map(failureOf(call), (failure) => failure.reason);

/** One login of alice for the cases that leave it as it is. */
class AliceSession extends Context.Tag("test/AliceSession")<AliceSession, PdsCredentials>() {}

const flows = (network: Network, provided: ReturnType<typeof adapters>) => {
  const alice = network.account("alice.test");

  const session = Layer.effect(
    AliceSession,
    Effect.map(login(alice), ({ credentials }) => credentials)
  );

  layer(Layer.provideMerge(session, provided), { excludeTestServices: true })((it) => {
    it.effect("creates, replaces, reads and deletes a record", () =>
      Effect.gen(function* () {
        const { create, get, put, remove } = yield* Repository;
        const credentials = yield* AliceSession;
        const { did, pds } = credentials;
        const at = target();

        const created = yield* create(credentials, at, note("one"));
        assert.strictEqual(created.uri, `at://${did}/${at.collection}/${at.rkey}`);
        assert.strictEqual(created.cid, yield* recordCid(note("one")));
        assert.match(created.rev ?? "", /^[2-7a-z]{13}$/);
        assert.deepStrictEqual(yield* get(pds, did, at), Option.some({ cid: created.cid, value: note("one") }));

        const replaced = yield* put(credentials, at, note("two"), created.cid);
        assert.isAbove((replaced.rev ?? "").localeCompare(created.rev ?? ""), 0);
        assert.strictEqual(yield* reason(put(credentials, at, note("three"), created.cid)), "swap-mismatch");
        assert.strictEqual(yield* reason(remove(credentials, at, created.cid)), "swap-mismatch");

        assert.isNotNull((yield* remove(credentials, at, replaced.cid)).rev);
        assert.isTrue(Option.isNone(yield* get(pds, did, at)));
        assert.isNull((yield* remove(credentials, at, null)).rev);
      })
    );

    it.effect("creates a record by putting it", () =>
      Effect.gen(function* () {
        const { get, put } = yield* Repository;
        const credentials = yield* AliceSession;
        const at = target();
        const { cid } = yield* put(credentials, at, note("new"), null);
        const found = yield* get(credentials.pds, credentials.did, at);
        assert.strictEqual(Option.getOrThrow(found).cid, cid);
      })
    );

    it.effect("uploads a blob that a record can refer to", () =>
      Effect.gen(function* () {
        const { create, uploadBlob } = yield* Repository;
        const credentials = yield* AliceSession;
        const bytes = new TextEncoder().encode(`a picture ${target().rkey}`);
        const blob = yield* uploadBlob(credentials, blobContent(bytes, "image/png"));
        assert.deepInclude(blob, { mimeType: "image/png", size: bytes.length });
        const image = { $type: "blob", ref: { $link: blob.ref }, mimeType: blob.mimeType, size: blob.size };
        yield* create(credentials, target(), { ...note("with a picture"), image });
      })
    );

    it.effect("repeats the message of the PDS about a refused record", () =>
      Effect.gen(function* () {
        const { create } = yield* Repository;
        const credentials = yield* AliceSession;
        const invalid = yield* failureOf(
          create(credentials, target(post), { $type: post, createdAt: "2026-01-01T00:00:00Z" })
        );
        assert.deepInclude(invalid, { reason: "invalid-record", status: 400, retryAfter: null });
        assert.include(invalid.detail, 'Missing required key "text"');

        const image = { $type: "blob", ref: { $link: absentCid }, mimeType: "image/png", size: 9 };
        const absent = yield* failureOf(create(credentials, target(), { ...note("without"), image }));
        assert.deepInclude(absent, { reason: "blob-not-found", status: 400 });
        assert.include(absent.detail, absentCid);

        const otherType = yield* failureOf(create(credentials, target(), { $type: "dev.example.other" }));
        assert.strictEqual(otherType.reason, "invalid-record");
        const large = yield* failureOf(create(credentials, target(), note("x".repeat(3_000_000))));
        assert.strictEqual(large.reason, "invalid-record");
      })
    );

    it.effect("does not create a record that already exists", () =>
      Effect.gen(function* () {
        const { create, get } = yield* Repository;
        const credentials = yield* AliceSession;
        const at = target();
        yield* create(credentials, at, note("first"));
        // The reference PDS fails over it, so that a caller must look at what is there.
        assert.strictEqual(yield* reason(create(credentials, at, note("second"))), "server-error");
        const found = yield* get(credentials.pds, credentials.did, at);
        assert.deepStrictEqual(Option.getOrThrow(found).value, note("first"));
      })
    );

    it.effect("reports that a token has expired", () =>
      Effect.gen(function* () {
        const { create } = yield* Repository;
        const { generateKey, revoke } = yield* UpstreamAuthorization;
        const { credentials, key, server } = yield* login(alice);
        const { accessToken } = credentials;
        const write = (changed: Partial<typeof credentials>) =>
          reason(create({ ...credentials, ...changed }, target(), note("never")));
        assert.strictEqual(yield* write({ accessToken: Redacted.make("garbage") }), "token-expired");
        assert.strictEqual(yield* write({ key: yield* generateKey }), "token-expired");
        yield* revoke({ server, key, token: accessToken });
        assert.strictEqual(yield* write({}), "token-expired");
      })
    );

    it.effect("names the missing scope", () =>
      Effect.gen(function* () {
        const { create, uploadBlob } = yield* Repository;
        const { credentials } = yield* login(alice, { ...alice, scope: "atproto" });
        const failure = yield* failureOf(create(credentials, target(), note("never")));
        assert.deepInclude(failure, { reason: "scope-missing", status: 403 });
        assert.include(failure.detail, "repo:dev.example.note");
        assert.strictEqual(
          yield* reason(uploadBlob(credentials, blobContent(new Uint8Array(1), "image/png"))),
          "scope-missing"
        );
      })
    );

    it.effect("reports that an account is inactive", () =>
      Effect.gen(function* () {
        const { create } = yield* Repository;
        const account = yield* Effect.promise(() =>
          network.pdses[0].createAccount({ handle: `inactive${target().rkey.slice(-4)}.test` })
        );
        const { credentials } = yield* login(account);
        yield* Effect.promise(() =>
          fetch(`${account.pds}/xrpc/com.atproto.server.deactivateAccount`, {
            method: "POST",
            headers: { authorization: `Bearer ${account.accessJwt}`, "content-type": "application/json" },
            body: "{}"
          })
        );
        const failure = yield* failureOf(create(credentials, target(), note("never")));
        assert.strictEqual(failure.reason, "account-deactivated");
        assert.isNull(failure.detail);
      })
    );

    it.effect("does not write to the repository of another account", () =>
      Effect.gen(function* () {
        const { create } = yield* Repository;
        const credentials = yield* AliceSession;
        const did = Schema.decodeSync(Did)(network.account("bob.test").did);
        const failure = yield* failureOf(create({ ...credentials, did }, target(), note("never")));
        assert.deepInclude(failure, { reason: "token-expired", status: 401 });
      })
    );

    it.effect("distinguishes a missing account from a missing record", () =>
      Effect.gen(function* () {
        const { get } = yield* Repository;
        const did = Did.make("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa");
        assert.strictEqual(yield* reason(get(alice.pds, did, target())), "refused");
      })
    );
  });
};

await withPds("Repository, as a loopback client of a real PDS", (network) =>
  flows(network, adapters({ client: loopbackClient }))
);

await withPds("Repository, as a confidential client of a real PDS", (network) =>
  flows(network, confidentialAdapters(network))
);
