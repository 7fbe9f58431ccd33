import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Ref from "effect/Ref";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import { EventLog, EventLogUnavailable } from "../../../../src/domain/event/EventLog.ts";
import { memoryService, publicUrl } from "../../../support/memoryService.ts";
import { withLog } from "../../../support/withLog.ts";
import { makeDpopKey } from "../../jose/dpopKey.ts";
import {
  allRoutes,
  assertTokenError,
  basic,
  codeForm,
  confidentialLogin,
  member,
  postToken,
  publicLogin,
  redeem,
  refresh,
  refreshForm,
  tokenProof
} from "./oauthServer.ts";
import { postForm, proofFor, pushForm } from "./pushing.ts";

/** When the log fails its next append: before it is stored, or after, so that its answer is lost. */
type Failure = "none" | "before" | "after";

class LogFailure extends Context.Tag("test/LogFailure")<LogFailure, Ref.Ref<Failure>>() {}

const failure = Layer.effect(LogFailure, Ref.make<Failure>("none"));

const lost = new EventLogUnavailable({ operation: "append", reason: "unreachable", cause: "lost on purpose" });

/** The log of the service, which loses its connection when a test says so. */
const fragileLog = Layer.effect(
  EventLog,
  Effect.gen(function* () {
    const log = yield* EventLog;
    const ref = yield* LogFailure;
    return EventLog.of({
      ...log,
      append: (stream, expected, events) =>
        Effect.gen(function* () {
          const fails = yield* Ref.getAndSet(ref, "none");
          if (fails === "before") return yield* lost;
          const stored = yield* log.append(stream, expected, events);
          return fails === "after" ? yield* lost : stored;
        })
    });
  })
);

const server = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: allRoutes
}).pipe(Layer.provideMerge(withLog(fragileLog)), Layer.provideMerge(failure), Layer.provideMerge(memoryService));

const failNext = (how: Failure) => Effect.flatMap(LogFailure, (ref) => Ref.set(ref, how));

it.layer(server)("the order of checks", (it) => {
  it.effect("AC-10 keeps a code valid after a wrong secret, another method, another key and no proof", () =>
    Effect.gen(function* () {
      const { clientId, code, secret } = yield* confidentialLogin();
      const form = codeForm(clientId, code);
      for (const wrong of ["wrong", ""]) {
        assertTokenError(yield* postToken(form, { authorization: basic(clientId, wrong) }), 401, "invalid_client");
      }
      assertTokenError(yield* postToken({ ...form, client_secret: secret }), 401, "invalid_client");
      assert.strictEqual((yield* postToken(form, { authorization: basic(clientId, secret) })).status, 200);
      const login = yield* publicLogin;
      assertTokenError(yield* postToken(codeForm(login.clientId, login.code)), 400, "invalid_dpop_proof");
      const foreign = yield* tokenProof(login.key, { htu: "https://other.example" });
      assertTokenError(
        yield* postToken(codeForm(login.clientId, login.code), { dpop: foreign }),
        400,
        "invalid_dpop_proof"
      );
      assert.strictEqual((yield* redeem(login)).status, 200);
    })
  );

  it.effect("AC-10 does not use up a proof that came with a wrong secret", () =>
    Effect.gen(function* () {
      const { clientId, code, secret } = yield* confidentialLogin();
      const key = yield* Effect.promise(makeDpopKey);
      const dpop = yield* tokenProof(key);
      const form = codeForm(clientId, code);
      assertTokenError(
        yield* postToken(form, { dpop, authorization: basic(clientId, "wrong") }),
        401,
        "invalid_client"
      );
      const good = yield* postToken(form, { dpop, authorization: basic(clientId, secret) });
      assert.deepStrictEqual([good.status, member(good, "token_type")], [200, "DPoP"]);
    })
  );

  it.effect("TE-09, AC-10 keeps a code valid when the log fails before it stores", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      yield* failNext("before");
      assertTokenError(yield* redeem(login), 503, "temporarily_unavailable");
      assert.strictEqual((yield* redeem(login)).status, 200);
    })
  );

  it.effect("TE-09, RT-10 keeps a refresh token valid when the log fails before it stores", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const refreshToken = member(yield* redeem(login), "refresh_token");
      yield* failNext("before");
      assertTokenError(yield* refresh(login.clientId, refreshToken, login.key), 503, "temporarily_unavailable");
      const next = yield* refresh(login.clientId, refreshToken, login.key);
      assert.strictEqual(next.status, 200, next.text);
    })
  );

  it.effect("RT-12 returns the stored pair when only the response of the log was lost", () =>
    Effect.gen(function* () {
      const login = yield* publicLogin;
      const refreshToken = member(yield* redeem(login), "refresh_token");
      yield* failNext("after");
      assertTokenError(yield* refresh(login.clientId, refreshToken, login.key), 503, "temporarily_unavailable");
      const [one, two] = [
        yield* refresh(login.clientId, refreshToken, login.key),
        yield* refresh(login.clientId, refreshToken, login.key)
      ];
      assert.deepStrictEqual([one.status, one.text], [200, two.text]);
      const further = yield* refresh(login.clientId, member(one, "refresh_token"), login.key);
      assert.strictEqual(further.status, 200, further.text);
    })
  );

  it.effect("RT-10 keeps a refresh token valid after a wrong secret", () =>
    Effect.gen(function* () {
      const { clientId, code, secret } = yield* confidentialLogin();
      const authorization = basic(clientId, secret);
      const refreshToken = member(yield* postToken(codeForm(clientId, code), { authorization }), "refresh_token");
      const form = refreshForm(clientId, refreshToken);
      assertTokenError(yield* postToken(form, { authorization: basic(clientId, "wrong") }), 401, "invalid_client");
      assert.strictEqual((yield* postToken(form, { authorization })).status, 200);
    })
  );

  it.effect("AC-10 keeps a code_challenge valid when a request could not be stored", () =>
    Effect.gen(function* () {
      const { clientId, key } = yield* publicLogin;
      const form = pushForm(clientId);
      yield* failNext("before");
      const send = Effect.flatMap(proofFor("/oauth/par", key), (dpop) => postForm("/oauth/par", form, { dpop }));
      assertTokenError(yield* send, 503, "temporarily_unavailable");
      assert.strictEqual((yield* send).status, 201);
    })
  );
});
