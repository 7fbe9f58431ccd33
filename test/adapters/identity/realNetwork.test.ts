import { assert, layer } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import { layer as identity } from "../../../src/adapters/identity/IdentityResolverNetwork.ts";
import { layer as txtRecords } from "../../../src/adapters/identity/TxtRecords.ts";
import { layer as outbound } from "../../../src/adapters/outbound/OutboundHttpUndici.ts";
import { Did } from "../../../src/domain/atproto/Did.ts";
import { Handle } from "../../../src/domain/atproto/Handle.ts";
import { type Identity, IdentityResolver } from "../../../src/domain/identity/IdentityResolver.ts";
import { withPds } from "../../support/withPds.ts";

const decodeDid = Schema.decodeSync(Did);
const decodeHandle = Schema.decodeSync(Handle);

await withPds("IdentityResolver, with a real PLC directory and real PDSes", (network) => {
  const handleResolverUrls = network.pdses.map(({ url }) => url);
  const options = { plcDirectoryUrl: network.plc.url, handleResolverUrls, allowLoopback: true };
  const resolver = (allowLoopback: boolean) =>
    identity(options).pipe(Layer.provide(Layer.merge(outbound({ allowLoopback }), txtRecords)));

  layer(resolver(true), { excludeTestServices: true })((it) => {
    for (const name of ["alice.test", "carol.pds2.test"]) {
      it.effect(`resolves ${name} by handle and by DID`, () =>
        Effect.gen(function* () {
          const { resolveDid, resolveDidFresh, resolveHandle } = yield* IdentityResolver;
          const account = network.account(name);
          const did = decodeDid(account.did);
          const { signingKey = "", ...identity } = yield* resolveHandle(decodeHandle(name));
          const expected: Identity = { did, handle: decodeHandle(name), pds: account.pds, signingKey };
          assert.match(signingKey, /^zQ3sh[1-9A-HJ-NP-Za-km-z]{44}$/);
          assert.deepStrictEqual({ ...identity, signingKey }, expected);
          assert.deepStrictEqual(yield* resolveDid(did), expected);
          assert.deepStrictEqual(yield* resolveDidFresh(did), expected);
        })
      );
    }

    it.effect("finds neither an unknown handle nor an unknown DID", () =>
      Effect.gen(function* () {
        const { resolveDid, resolveHandle } = yield* IdentityResolver;
        const handle = yield* Effect.flip(resolveHandle(Handle.make("nobody-here.test")));
        assert.deepInclude({ ...handle }, { reason: "handle-not-found", subject: "nobody-here.test" });
        const did = yield* Effect.flip(resolveDid(Did.make("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa")));
        assert.strictEqual(did.reason, "did-not-found");
      })
    );
  });

  layer(resolver(false), { excludeTestServices: true })((it) => {
    it.effect("does not reach this machine outside of development", () =>
      Effect.gen(function* () {
        const { resolveDid } = yield* IdentityResolver;
        const failure = yield* Effect.flip(resolveDid(decodeDid(network.account("alice.test").did)));
        assert.strictEqual(failure.reason, "address-refused");
      })
    );
  });
});
