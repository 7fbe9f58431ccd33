import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import * as Logger from "effect/Logger";
import { authenticateRequest } from "../../../../src/application/token/authenticateRequest.ts";
import { ClientRegistry } from "../../../../src/domain/client/registry/ClientRegistry.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { StreamName } from "../../../../src/domain/event/StreamName.ts";
import { sampleEvent } from "../../../contracts/sampleEvent.ts";
import { publicUrl } from "../../../support/memoryService.ts";
import { ask, basic, codeForm, confidentialLogin, member, oauthServer, postToken, refreshForm } from "./oauthServer.ts";
import { postForm } from "./pushing.ts";

const silentLogger = Logger.remove(Logger.defaultLogger);

const app = Effect.gen(function* () {
  const { clientId, code, secret } = yield* confidentialLogin();
  const authorization = basic(clientId, secret);
  const answer = yield* postToken(codeForm(clientId, code), { authorization });
  return {
    clientId,
    authorization,
    access: member(answer, "access_token"),
    refreshToken: member(answer, "refresh_token")
  };
});

type App = Effect.Effect.Success<typeof app>;

/** Appends an event of a later version, and waits until this process has seen it. */
const appendUnknown = (stream: StreamName) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const version = (yield* log.load(stream)).at(-1)?.version ?? 0;
    const [recorded] = yield* log.append(stream, version, [sampleEvent({ type: "SomethingNew.v1" })]);
    const position = recorded?.position ?? 0;
    yield* Effect.flatMap(ClientRegistry, ({ awaitPosition }) => awaitPosition(position));
    return position;
  });

const streamOf = ({ clientId }: App) =>
  Effect.gen(function* () {
    const log = yield* EventLog;
    const events = yield* log.read(0, 1000);
    const issued = events.find((event) => event.type === "CodeExchanged.v1" && event.clientId === clientId);
    return issued?.stream ?? StreamName.make("none");
  });

/** What the API makes of an access token: good, or the error that refuses it. */
const judged = ({ access }: App) =>
  authenticateRequest({
    presented: { scheme: "Bearer", token: access, proof: null },
    htm: "POST",
    htu: `${publicUrl}/graphql`
  }).pipe(Effect.match({ onFailure: ({ _tag }) => _tag, onSuccess: () => "good" }));

const refresh = ({ authorization, clientId, refreshToken }: App) =>
  postToken(refreshForm(clientId, refreshToken), { authorization });

const revoke = ({ authorization, refreshToken }: App) =>
  postForm("/oauth/revoke", { token: refreshToken }, { authorization });

it.layer(oauthServer)("an event of a later version in the stream of one authorization", (it) => {
  it.effect("refuses that one with 503, does not affect the others, and is reported by /ready", () =>
    Effect.gen(function* () {
      const [touched, other] = [yield* app, yield* app];
      const position = yield* appendUnknown(yield* streamOf(touched));
      const ready = yield* ask("/ready");
      assert.deepStrictEqual([ready.status, ready.header("retry-after")], [503, "1"]);
      assert.deepInclude(JSON.parse(ready.text), {
        status: "unavailable",
        reason: `The event of type SomethingNew.v1 at position ${position} of the log was written by a later version of Tidemark: run that version or a later one`
      });
      assert.strictEqual(yield* judged(touched), "EventLogUnavailable");
      for (const answer of [yield* refresh(touched), yield* revoke(touched)]) {
        assert.deepStrictEqual([answer.status, answer.header("retry-after")], [503, "1"]);
        assert.strictEqual(JSON.parse(answer.text).error, "temporarily_unavailable");
      }
      assert.strictEqual(yield* judged(other), "good");
      const renewed = yield* refresh(other);
      assert.strictEqual(renewed.status, 200);
      assert.strictEqual((yield* revoke({ ...other, refreshToken: member(renewed, "refresh_token") })).status, 200);
      assert.strictEqual(yield* judged(other), "InvalidAccessToken");
    }).pipe(Effect.provide(silentLogger))
  );
});

it.layer(oauthServer)("an event of a later version in a stream of an unknown kind", (it) => {
  it.effect("refuses every token with 503 while the process continues", () =>
    Effect.gen(function* () {
      const one = yield* app;
      yield* appendUnknown(StreamName.make("something-1"));
      assert.strictEqual(yield* judged(one), "EventLogUnavailable");
      assert.strictEqual((yield* refresh(one)).status, 503);
      assert.strictEqual((yield* ask("/ready")).status, 503);
      assert.strictEqual((yield* ask("/health")).status, 200);
    }).pipe(Effect.provide(silentLogger))
  );
});
