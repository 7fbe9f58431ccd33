import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import * as Schedule from "effect/Schedule";
import * as Schema from "effect/Schema";
import * as Stream from "effect/Stream";
import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { EventLog } from "../../domain/event/EventLog.ts";
import { ErasureLedger } from "../../domain/personal/ErasureLedger.ts";
import type { SubjectErased } from "../../domain/personal/SubjectEvent.ts";
import { Subjects } from "../../domain/personal/Subjects.ts";

const erasure: SubjectErased["_tag"] = "SubjectErased.v1";

const Committed = Schema.Struct({ commitment: Schema.String });

const commitmentOf = ({ data, type }: RecordedEvent): Option.Option<string> =>
  type === erasure
    ? Option.map(Schema.decodeUnknownOption(Committed)(data), ({ commitment }) => commitment)
    : Option.none();

/** Adds each erasure that any process recorded or records to the ledger of this one, indefinitely. */
export const keepLedger = Effect.gen(function* () {
  const log = yield* EventLog;
  const ledger = yield* ErasureLedger;
  const head = yield* log.head;
  yield* ledger.add(yield* (yield* Subjects).erasures);
  yield* log.follow(head).pipe(
    Stream.filterMap(commitmentOf),
    Stream.runForEach((commitment) => ledger.add([commitment]))
  );
}).pipe(
  Effect.catchAll((problem) => Effect.logWarning("The list of erasures is not kept", problem)),
  Effect.repeat(Schedule.spaced("30 seconds"))
);
