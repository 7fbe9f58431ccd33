import { assert, describe, it } from "@effect/vitest";
import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Queue from "effect/Queue";
import { alice } from "../../../support/memoryService.ts";
import { bearer } from "../graphql/graphqlServer.ts";
import { type Client, clients } from "./clients.ts";
import { serviceWithoutServer, startServer } from "./restartableServer.ts";
import { created, putStatus } from "./statuses.ts";

type Headers = Readonly<Record<string, string>>;

const anyOperation = (connections: { readonly counts: { readonly operations: number } }) =>
  Effect.repeat(
    Effect.promise(() => new Promise<void>((resolve) => setImmediate(resolve))),
    { until: () => connections.counts.operations > 0 }
  );

/** Subscribes with a client until the scope is closed. */
const subscribed = (client: Client, port: number, query: string, headers: Headers = {}) =>
  Effect.gen(function* () {
    const received = yield* Queue.unbounded<unknown>();
    const failed = yield* Deferred.make<never, unknown>();
    yield* Effect.acquireRelease(
      Effect.sync(() =>
        client.subscribe(
          port,
          headers,
          query,
          {},
          {
            receive: (data) => Queue.unsafeOffer(received, data),
            fail: (error) => Deferred.unsafeDone(failed, Effect.fail(error))
          }
        )
      ),
      (unsubscribe) => Effect.sync(unsubscribe)
    );
    return Effect.raceFirst(Queue.take(received), Deferred.await(failed));
  });

const rkeyOf = (data: unknown): unknown => Object(data).xyzStatusphereStatusCreated?.rkey;

const clientsByName = clients.map((client) => [client.name, client] as const);

it.layer(serviceWithoutServer)("clients of other projects", (it) => {
  describe.each(clientsByName)("%s", (name, client) => {
    it.scoped("subscribes, and continues after its cursor when the process ends and another one starts", () =>
      Effect.gen(function* () {
        const key = name.replaceAll(" ", "-");
        const first = yield* startServer();
        const receive = yield* subscribed(client, first.port, created);
        yield* anyOperation(first.connections);
        yield* putStatus(`${key}-1`);
        assert.strictEqual(rkeyOf(yield* receive), `${key}-1`);
        yield* first.stop;
        yield* putStatus(`${key}-2`);
        yield* putStatus(`${key}-3`);
        const second = yield* startServer(first.port);
        assert.strictEqual(rkeyOf(yield* receive), `${key}-2`);
        assert.strictEqual(rkeyOf(yield* receive), `${key}-3`);
        yield* putStatus(`${key}-4`);
        assert.strictEqual(rkeyOf(yield* receive), `${key}-4`);
        yield* second.stop;
      })
    );

    it.scoped("authenticates", () =>
      Effect.gen(function* () {
        const { port } = yield* startServer();
        const headers = yield* bearer(alice);
        const data = yield* Effect.promise(() => client.ask(port, headers, "{ viewer { did } }"));
        assert.nestedPropertyVal(data, "viewer.did", alice.did);
      })
    );

    it.scoped("reports why an operation is refused", () =>
      Effect.gen(function* () {
        const { port } = yield* startServer();
        const receive = yield* subscribed(client, port, "subscription { nothing }");
        const error = yield* Effect.flip(receive);
        assert.include(JSON.stringify(error) + String(error), "nothing");
      })
    );
  });
});
