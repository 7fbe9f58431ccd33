import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { settlePublicUrl } from "../../src/application/administer/settlePublicUrl.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { loggedIn } from "../support/loginThrough.ts";
import { alice, memoryService } from "../support/memoryService.ts";

const [here, there] = ["https://here.example", "https://there.example"];

const ends = Effect.flatMap(EventLog, (log) =>
  Effect.map(log.read(0, 1000), (events) =>
    events.filter(({ type }) => type.endsWith("Ended.v1")).map(({ reason }) => reason)
  )
);

it.effect("MD-09 keeps an address while people are signed in, unless the operator gives it up", () =>
  Effect.gen(function* () {
    yield* settlePublicUrl(here);
    yield* loggedIn(alice);
    yield* settlePublicUrl(here);
    const refused = yield* Effect.flip(settlePublicUrl(there));
    assert.strictEqual(refused._tag, "PublicUrlMoved");
    for (const text of ["EXTERNAL_BASE_URL", here, there, `EXTERNAL_BASE_URL_BEFORE=${here}`]) {
      assert.include(refused.message, text);
    }
    yield* Effect.flip(settlePublicUrl(there, "https://elsewhere.example"));
    assert.deepStrictEqual(yield* ends, []);
    yield* settlePublicUrl(there, here);
    assert.deepStrictEqual(yield* ends, ["address-changed", "session-ended"]);
    yield* settlePublicUrl(here);
  }).pipe(Effect.provide(memoryService))
);
