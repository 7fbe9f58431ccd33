import { assert, layer } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import { Nsid } from "../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../src/domain/atproto/RecordKey.ts";
import { Repository } from "../../../src/domain/record/write/Repository.ts";
import { UpstreamAuthorization } from "../../../src/domain/session/UpstreamAuthorization.ts";
import type { Network } from "../../pds/connectNetwork.ts";
import { startNetwork } from "../../pds/startNetwork.ts";
import { login } from "./login.ts";
import { reason } from "./pretender.ts";
import { adapters, loopbackClient } from "./upstreamClients.ts";

/** A network of this file alone, so that its PDS may be stopped. */
class OwnNetwork extends Context.Tag("test/OwnNetwork")<OwnNetwork, Network>() {}

const network = Layer.scoped(
  OwnNetwork,
  Effect.acquireRelease(
    Effect.promise(() => startNetwork({ accounts: ["alice.test"] })),
    ({ stop }) => Effect.promise(stop)
  )
);
const target = { collection: Nsid.make("dev.example.note"), rkey: RecordKey.make("self") };

layer(Layer.merge(network, adapters({ client: loopbackClient })), {
  excludeTestServices: true,
  timeout: "2 minutes"
})("a PDS that stops", (it) => {
  it.effect("is unreachable, and its sessions continue when it is back", () =>
    Effect.gen(function* () {
      const network = yield* OwnNetwork;
      const [pds] = network.pdses;
      const upstream = yield* UpstreamAuthorization;
      const repository = yield* Repository;
      const { credentials, key, server, tokens } = yield* login(network.account("alice.test"));
      const refreshToken = tokens.refreshToken ?? Redacted.make("");
      const refresh = upstream.refresh({ server, key, refreshToken });

      yield* Effect.promise(pds.stop);
      assert.strictEqual(yield* reason(upstream.discover(pds.url)), "unreachable");
      assert.strictEqual(yield* reason(refresh), "unreachable");
      assert.strictEqual(yield* reason(repository.create(credentials, target, {})), "unreachable");
      assert.strictEqual(yield* reason(repository.get(pds.url, credentials.did, target)), "unreachable");

      yield* Effect.promise(pds.start);
      yield* repository.put(credentials, target, { $type: target.collection }, null);
      assert.strictEqual((yield* refresh).sub, credentials.did);
    })
  );
});
