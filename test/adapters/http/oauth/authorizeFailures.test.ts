import { assert, describe, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import { authorizeRoutes } from "../../../../src/adapters/http/oauth/authorize/authorizeRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { PublicUrl } from "../../../../src/application/instance/PublicUrl.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { UpstreamAuthorization } from "../../../../src/domain/session/UpstreamAuthorization.ts";
import { alice, memoryService, publicUrl } from "../../../support/memoryService.ts";
import { silentLogger } from "../../../support/silentLogger.ts";
import { withLog } from "../../../support/withLog.ts";
import { assertRefused, client } from "./authorizing.ts";
import { authorize, location } from "./oauthServer.ts";

const failingLog = (log: Partial<EventLog["Type"]>) =>
  withLog(
    Layer.effect(
      EventLog,
      Effect.map(EventLog, (real) => EventLog.of({ ...real, ...log }))
    )
  );

const serve = <R>(routes: Parameters<typeof HttpServerNode.layer<R>>[0]["routes"], url = publicUrl) =>
  HttpServerNode.layer<R>({ host: "127.0.0.1", port: 0, publicUrl: url, trustedProxies: 0, routes });

describe("/oauth/authorize, when the service fails", () => {
  it.effect("AZ-18 tells the app to retry while the log is unreachable, and shows a page if no app is known", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const append = () =>
        Effect.fail(new EventLogUnavailable({ operation: "append", reason: "unreachable", cause: "select 1" }));
      yield* Effect.gen(function* () {
        const answer = yield* authorize({ client_id, login_hint: alice.handle });
        assertRefused(answer, "temporarily_unavailable");
        assert.notInclude(answer.header("location"), "select");
      }).pipe(Effect.provide(Layer.provide(serve(authorizeRoutes), failingLog({ append }))));
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("AZ-18 reports a defect to the app as server_error, without details", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const broken = Layer.effect(
        UpstreamAuthorization,
        Effect.map(UpstreamAuthorization, (real) =>
          UpstreamAuthorization.of({ ...real, discover: () => Effect.die(new Error("select secret")) })
        )
      );
      yield* Effect.gen(function* () {
        const answer = yield* authorize({ client_id, login_hint: alice.handle });
        assertRefused(answer, "server_error");
        assert.notInclude(answer.header("location"), "select");
      }).pipe(Effect.provide(Layer.provide(serve(authorizeRoutes), broken)));
    }).pipe(Effect.provide(memoryService), Effect.provide(silentLogger))
  );
});

describe("/oauth/authorize, in development", () => {
  const url = "http://127.0.0.1:8080";
  const local = Layer.provide(serve(authorizeRoutes, url), Layer.succeed(PublicUrl, url));

  it.effect("stores the login in a cookie that works over http", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const answer = yield* Effect.provide(authorize({ client_id, login_hint: alice.handle }), local);
      assert.match(
        answer.cookies.join(),
        /^tidemark-login=[A-Za-z0-9_-]{43}; Max-Age=600; Path=\/; HttpOnly; SameSite=Lax$/
      );
    }).pipe(Effect.provide(memoryService))
  );

  it.effect("redirects localhost to the URL that the PDS redirects back to", () =>
    Effect.gen(function* () {
      const client_id = yield* client;
      const ask = (host: string) =>
        Effect.provide(authorize({ client_id, login_hint: alice.handle }, { headers: { host } }), local);
      const moved = yield* ask("localhost:8080");
      assert.strictEqual(moved.status, 303);
      assert.match(moved.header("location") ?? "", /^http:\/\/127\.0\.0\.1:8080\/oauth\/authorize\?redirect_uri=/);
      for (const host of ["127.0.0.1:8080", "localhost:9090", "evil.example"]) {
        assert.strictEqual(location(yield* ask(host)).origin, "https://pds.example", host);
      }
    }).pipe(Effect.provide(memoryService))
  );
});
