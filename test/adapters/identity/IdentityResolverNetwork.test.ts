import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Fiber from "effect/Fiber";
import * as TestClock from "effect/TestClock";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../src/domain/atproto/Handle.ts";
import {
  byDid,
  byHandle,
  did,
  documentOf,
  good,
  handle,
  other,
  pds,
  plc,
  reason,
  service,
  wellKnown
} from "./resolving.ts";
import type { Answer, ScriptedNetwork } from "./scriptedNetwork.ts";

describe("a handle (CL-01)", () => {
  it.effect("is resolved by DNS", () =>
    Effect.gen(function* () {
      assert.deepStrictEqual(yield* byHandle(good), { did, handle, pds });
    })
  );

  it.effect("is resolved by HTTPS, with surrounding white space, when DNS has no record or is unavailable", () =>
    Effect.gen(function* () {
      const answers = { ...good.answers, [wellKnown]: ` ${did}\n` };
      assert.strictEqual((yield* byHandle({ answers })).did, did);
      const unasked: ScriptedNetwork = { answers, txt: { [`_atproto.${handle}`]: "fails" } };
      assert.strictEqual((yield* byHandle(unasked)).did, did);
    })
  );

  it.effect("does not wait for a slow HTTPS server when DNS has responded", () =>
    Effect.gen(function* () {
      assert.strictEqual(
        (yield* byHandle({ ...good, answers: { ...good.answers, [wellKnown]: Effect.never } })).did,
        did
      );
    })
  );

  it.effect("with contradicting DNS records fails, whatever HTTPS returns", () =>
    Effect.gen(function* () {
      const txt = { [`_atproto.${handle}`]: [`did=${did}`, `did=${other}`] };
      const answers = { ...good.answers, [wellKnown]: did };
      assert.strictEqual(yield* reason(byHandle({ txt, answers })), "handle-not-found");
    })
  );

  it.effect("may have a duplicate record, and other records", () =>
    Effect.gen(function* () {
      const txt = { [`_atproto.${handle}`]: ["v=spf1", `did=${did}`, `did=${did}`] };
      assert.strictEqual((yield* byHandle({ ...good, txt })).did, did);
    })
  );

  it.effect("must be the first handle in the DID document", () =>
    Effect.gen(function* () {
      const named = (...alsoKnownAs: ReadonlyArray<unknown>) =>
        byHandle({ ...good, answers: { [`${plc}/${did}`]: documentOf({ alsoKnownAs }) } });
      assert.strictEqual(yield* reason(named()), "handle-not-confirmed");
      assert.strictEqual(yield* reason(named("at://bob.example.com")), "handle-not-confirmed");
      assert.strictEqual(yield* reason(named("at://bob.example.com", `at://${handle}`)), "handle-not-confirmed");
      assert.strictEqual((yield* named("https://alice.example.com", 7, "at://Alice.example.com")).handle, handle);
    })
  );

  it.effect("that does not exist is distinguished from one that could not be looked up", () =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(byHandle({ answers: { [wellKnown]: 404 } })), "handle-not-found");
      assert.strictEqual(yield* reason(byHandle({ answers: { [wellKnown]: "<html>" } })), "handle-not-found");
      const unasked: ScriptedNetwork = { txt: { [`_atproto.${handle}`]: "fails" }, answers: {} };
      assert.strictEqual(yield* reason(byHandle(unasked)), "unreachable");
    })
  );

  it.effect("under a reserved domain is looked up only by the resolvers of development", () =>
    Effect.gen(function* () {
      const asked: Array<string> = [];
      const alice = Handle.make("alice.test");
      assert.strictEqual(yield* reason(byHandle({ answers: {}, asked }, alice)), "handle-not-found");
      assert.deepStrictEqual(asked, []);

      const resolve = (origin: string) => `${origin}/xrpc/com.atproto.identity.resolveHandle?handle=alice.test`;
      const answers = {
        [resolve("http://localhost:1")]: 400,
        [resolve("http://localhost:2")]: JSON.stringify({ did }),
        [`${plc}/${did}`]: documentOf({ alsoKnownAs: ["at://alice.test"] })
      };
      const handleResolverUrls = ["http://localhost:1", "http://localhost:2"];
      assert.strictEqual((yield* byHandle({ answers }, alice, { handleResolverUrls })).did, did);
    })
  );

  it.effect("does not count as absent while a resolver of development does not respond", () =>
    Effect.gen(function* () {
      const alice = Handle.make("alice.test");
      const url = "http://localhost:1/xrpc/com.atproto.identity.resolveHandle?handle=alice.test";
      for (const [answer, expected] of [
        ["timeout", "unreachable"],
        [503, "unreachable"],
        [400, "handle-not-found"]
      ] as const) {
        const resolved = byHandle({ answers: { [url]: answer } }, alice, {
          handleResolverUrls: ["http://localhost:1"]
        });
        assert.strictEqual(yield* reason(resolved), expected);
      }
    })
  );

  it.effect("fails for a problem with its DID under its own name", () =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(byHandle({ ...good, answers: {} }));
      assert.deepInclude({ ...failure }, { subject: handle, reason: "unreachable" });
    })
  );
});

describe("a DID (CL-02)", () => {
  const failing: ReadonlyArray<readonly [string, Answer, string]> = [
    ["is not registered", 404, "did-not-found"],
    ["is tombstoned", 410, "did-not-found"],
    ["has a failing directory", 503, "unreachable"],
    ["has a directory that does not respond", "timeout", "unreachable"],
    ["has a document at a private address", "address-refused", "address-refused"],
    ["has an endless document", "too-large", "document-malformed"],
    ["has HTML for a document", "<html>", "document-malformed"],
    ["has another's document", documentOf({ id: other }), "document-malformed"],
    ["has no services", documentOf({ service: undefined }), "no-pds"],
    ["has a PDS of another type", documentOf({ service: [service(pds, "#atproto_pds", "Other")] }), "no-pds"],
    ["has its PDS second", documentOf({ service: [service(pds, "#atproto_pds", "Other"), service(pds)] }), "no-pds"],
    ["has only another service", documentOf({ service: [service(pds, "#atproto_labeler")] }), "no-pds"],
    ["has a PDS with a path", documentOf({ service: [service(`${pds}/path`)] }), "no-pds"],
    ["has a PDS with a query", documentOf({ service: [service(`${pds}/?x`)] }), "no-pds"],
    ["has a PDS with a user", documentOf({ service: [service("https://user@pds.example.org")] }), "no-pds"],
    ["has a PDS over http", documentOf({ service: [service("http://pds.example.org")] }), "no-pds"],
    [
      "has a PDS whose name is endless",
      documentOf({ service: [service(`https://${"x.".repeat(5_000)}org`)] }),
      "no-pds"
    ],
    ["has a member twice", documentOf().replace("{", `{"id":"${other}",`), "document-malformed"],
    ["has an object for a PDS", documentOf({ service: [service({ uri: pds })] }), "no-pds"]
  ];
  it.effect.each(failing)("that %s is not resolved", ([, answer, expected]) =>
    Effect.gen(function* () {
      assert.strictEqual(yield* reason(byDid({ answers: { [`${plc}/${did}`]: answer } })), expected);
    })
  );

  it.effect("has the PDS of its first matching service, in either spelling of the service's ID", () =>
    Effect.gen(function* () {
      const services = [service("https://x.example", "#other"), service(`${pds}/`, `${did}#atproto_pds`)];
      assert.strictEqual(
        (yield* byDid({ answers: { [`${plc}/${did}`]: documentOf({ service: services }) } })).pds,
        pds
      );
    })
  );

  it.effect("has no handle unless the handle resolves to it", () =>
    Effect.gen(function* () {
      assert.strictEqual((yield* byDid(good)).handle, handle);
      const unresolved = yield* byDid({ ...good, txt: {} });
      assert.deepInclude(unresolved, { handle: null, unresolvedHandle: handle });
      const contradicted = yield* byDid({ ...good, txt: { [`_atproto.${handle}`]: [`did=${other}`] } });
      assert.isNull(contradicted.handle);
      assert.notProperty(contradicted, "unresolvedHandle");
    })
  );

  it.effect.each([
    [404, undefined],
    [410, true]
  ] as const)("is a tombstone only if its directory says that it is gone: %j", ([status, isTombstone]) =>
    Effect.gen(function* () {
      const failure = yield* Effect.flip(byDid({ answers: { [`${plc}/${did}`]: status } }));
      assert.strictEqual(failure.reason, "did-not-found");
      assert.strictEqual(failure.isTombstone, isTombstone);
    })
  );

  it.effect("does not wait long for its handle", () =>
    Effect.gen(function* () {
      const network: ScriptedNetwork = { answers: { ...good.answers, [wellKnown]: Effect.never } };
      const resolution = yield* Effect.fork(byDid(network));
      yield* TestClock.adjust("3 seconds");
      assert.deepStrictEqual(yield* Fiber.join(resolution), { did, handle: null, unresolvedHandle: handle, pds });
    })
  );

  const unsupported: ReadonlyArray<readonly [`did:${string}:${string}`, string]> = [
    ["did:key:zQ3shokFTS3brHcDQrn82RUDfCZESWL1ZdCEJwekUDPQiYBme", "did-method-unsupported"],
    ["did:plc:short", "did-not-found"],
    ["did:plc:ewvi7nxzyoun6zhxrhs64oi1", "did-not-found"],
    ["did:web:example.com:user:alice", "did-not-found"],
    ["did:web:example.com%3A8080", "did-not-found"],
    ["did:web:localhost%3A8080", "did-not-found"],
    ["did:web:127.0.0.1", "did-not-found"],
    ["did:web:localhost", "did-not-found"]
  ];
  it.effect.each(unsupported)("%s is not looked up", ([subject, expected]) =>
    Effect.gen(function* () {
      const asked: Array<string> = [];
      assert.strictEqual(yield* reason(byDid({ answers: {}, asked }, Did.make(subject))), expected);
      assert.deepStrictEqual(asked, []);
    })
  );

  it.effect("of a host is found at its well-known path, and in development on this machine", () =>
    Effect.gen(function* () {
      const web = Did.make("did:web:example.com");
      const answers = { "https://example.com/.well-known/did.json": documentOf({ id: web }) };
      assert.strictEqual((yield* byDid({ answers }, web)).pds, pds);

      const local = Did.make("did:web:localhost%3A8080");
      const document = documentOf({ id: local, service: [service("http://localhost:8080")] });
      const network = { answers: { "http://localhost:8080/.well-known/did.json": document } };
      assert.strictEqual((yield* byDid(network, local, { allowLoopback: true })).pds, "http://localhost:8080");
    })
  );
});
