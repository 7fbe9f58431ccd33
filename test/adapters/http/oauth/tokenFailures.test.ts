import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { tokenRoutes } from "../../../../src/adapters/http/oauth/token/tokenRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { ReplayGuard } from "../../../../src/domain/dpop/ReplayGuard.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { StorageUnavailable } from "../../../../src/domain/storage/StorageUnavailable.ts";
import { contendedLog } from "../../../support/contendedLog.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { withLog } from "../../../support/withLog.ts";
import { assertTokenError, member, oauthServer, publicLogin, redeem } from "./oauthServer.ts";

const failing = (options: {
  readonly log?: Partial<EventLog["Type"]>;
  readonly guard?: Partial<ReplayGuard["Type"]>;
}) =>
  Layer.provideMerge(
    withLog(
      Layer.effect(
        EventLog,
        Effect.map(EventLog, (real) => EventLog.of({ ...real, ...options.log }))
      )
    ),
    Layer.effect(
      ReplayGuard,
      Effect.map(ReplayGuard, (real) => ReplayGuard.of({ ...real, ...options.guard }))
    )
  );

const serving = (replaced: ReturnType<typeof failing>) =>
  HttpServerNode.layer({ host: "127.0.0.1", port: 0, publicUrl, trustedProxies: 0, routes: tokenRoutes }).pipe(
    Layer.provide(replaced)
  );

describe("/oauth/token, when the service fails", () => {
  it.effect(
    "responds to a contended authorization with 503 and Retry-After, and the client's next attempt succeeds",
    () =>
      Effect.gen(function* () {
        const login = yield* publicLogin;
        const server = HttpServerNode.layer({
          host: "127.0.0.1",
          port: 0,
          publicUrl,
          trustedProxies: 0,
          routes: tokenRoutes
        });
        const answer = yield* Effect.provide(redeem(login), Layer.provide(server, contendedLog("authorization-")));
        assertTokenError(answer, 503, "temporarily_unavailable");
        assert.strictEqual(answer.header("retry-after"), "1");
        assert.include(answer.text, "other requests changed the same data");
        assert.strictEqual((yield* redeem(login)).status, 200);
      }).pipe(Effect.provide(oauthServer), Effect.provide(silentLogger))
  );

  it.effect("TE-09 reports the failure without using anything up, and the client's next attempt succeeds", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const cause = "select secret from log";
      const append = () => Effect.fail(new EventLogUnavailable({ operation: "append", reason: "unreachable", cause }));
      const remember = () =>
        Effect.fail(new StorageUnavailable({ store: "replay-guard", reason: "unreachable", cause }));
      for (const broken of [failing({ log: { append } }), failing({ guard: { remember } })]) {
        const answer = yield* Effect.provide(redeem(login), serving(broken));
        assertTokenError(answer, 503, "temporarily_unavailable");
        assert.strictEqual(answer.header("retry-after"), "1");
        assert.notInclude(answer.text, "select");
      }
      const defect = yield* Effect.provide(
        redeem(login),
        serving(failing({ log: { append: () => Effect.die(new Error(cause)) } }))
      );
      assert.deepStrictEqual([defect.status, member(defect, "error")], [500, "server_error"]);
      assert.notInclude(defect.text, "select");
      assert.strictEqual((yield* redeem(login)).status, 200);
    }).pipe(Effect.provide(oauthServer), Effect.provide(silentLogger))
  );
});
