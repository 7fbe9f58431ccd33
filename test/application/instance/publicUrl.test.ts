import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { adoptPublicUrl } from "../../../src/application/instance/adoptPublicUrl.ts";
import { EventLog } from "../../../src/domain/event/EventLog.ts";
import { loggedIn } from "../../support/loginThrough.ts";
import { alice, memoryService } from "../../support/memoryService.ts";

const [here, there] = ["https://here.example", "https://there.example"];

const ends = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.read(0, 1000), (events) =>
    events.filter(({ type }) => type.endsWith("Ended.v1")).map(({ reason }) => reason)
  )
);

it.effect("MD-09 The public address is kept while users are signed in, unless the operator retires it", () =>
  Effect.gen(function* () {
    yield* adoptPublicUrl(here);
    yield* loggedIn(alice);
    yield* adoptPublicUrl(here);
    const refused = yield* Effect.flip(adoptPublicUrl(there));
    assert.strictEqual(refused._tag, "PublicUrlMoved");
    for (const text of ["EXTERNAL_BASE_URL", here, there, `EXTERNAL_BASE_URL_BEFORE=${here}`]) {
      assert.include(refused.message, text);
    }
    yield* Effect.flip(adoptPublicUrl(there, "https://elsewhere.example"));
    assert.deepStrictEqual(yield* ends, []);
    yield* adoptPublicUrl(there, here);
    assert.deepStrictEqual(yield* ends, ["address-changed", "session-ended"]);
    yield* adoptPublicUrl(here);
  }).pipe(Effect.provide(memoryService))
);

it.effect(
  "A start in development does not end the sessions of an https address; those of development end when it is named",
  () =>
    Effect.gen(function* () {
      const log = yield* EventLog;
      yield* adoptPublicUrl("http://127.0.0.1:8080");
      assert.strictEqual(yield* log.head, 0);
      yield* adoptPublicUrl(here);
      yield* loggedIn(alice);
      const refused = yield* Effect.flip(adoptPublicUrl("http://127.0.0.1:8080"));
      assert.include(refused.message, `EXTERNAL_BASE_URL_BEFORE=${here}`);
      yield* adoptPublicUrl("http://127.0.0.1:8080", here);
      yield* adoptPublicUrl("http://127.0.0.1:8081");
      assert.deepStrictEqual(yield* ends, ["address-changed", "session-ended"]);
      yield* loggedIn(alice);
      yield* adoptPublicUrl("http://127.0.0.1:8082");
      yield* adoptPublicUrl(here);
      assert.deepStrictEqual((yield* ends).slice(2), ["address-changed", "session-ended"]);
    }).pipe(Effect.provide(memoryService))
);
