import { assert, it } from "@effect/vitest";
import * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Layer from "effect/Layer";
import * as Scope from "effect/Scope";
import { layer as eventLog } from "../../../../src/adapters/postgres/log/EventLogPostgres.ts";
import { EventLog } from "../../../../src/domain/event/EventLog.ts";
import { freshStream, sampleEvents } from "../../../contracts/sampleEvent.ts";
import { migratedDatabase } from "../migratedDatabase.ts";

it.scopedLive("an append to a log that was stopped fails, and does not wait for ever", () =>
  Effect.gen(function* () {
    const scope = yield* Scope.make();
    const context = yield* Scope.extend(Layer.build(eventLog), scope);
    const stopped = Context.get(context, EventLog);
    yield* stopped.append(freshStream(), 0, sampleEvents(1));
    yield* Scope.close(scope, Exit.void);
    const failure = yield* Effect.flip(stopped.append(freshStream(), 0, sampleEvents(1)));
    assert.deepInclude(failure, { _tag: "EventLogUnavailable", operation: "append" });
  }).pipe(Effect.provide(migratedDatabase))
);
