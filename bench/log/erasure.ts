import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Redacted from "effect/Redacted";
import * as SecureRandomNode from "../../src/adapters/crypto/SecureRandomNode.ts";
import * as ErasureLedgerFile from "../../src/adapters/filesystem/ErasureLedgerFile.ts";
import { eraseSubject } from "../../src/application/erasure/eraseSubject.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { EndedAuthorizations } from "../../src/domain/authorization/end/EndedAuthorizations.ts";
import { EventLog } from "../../src/domain/event/EventLog.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import { storage } from "../../src/main/storage.ts";
import { liveAs, noteLexicons, type Person } from "../../test/support/personHistory.ts";
import { benchSecrets } from "../subjectKeys.ts";
import { temporaryDatabase } from "../temporaryDatabase.ts";

const personAt = (n: number): Person => ({
  did: Did.make(`did:plc:${String(n).padStart(24, "a").replaceAll("0", "z")}`, true),
  handle: Handle.make(`person${n}.example.com`, true),
  secret: `what person ${n} wrote`
});

/** Events of one sign-in that ended, of one that is active, and of a written record. */
const eventsOf = { ended: 9, active: 7, write: 2 };

/** A history of a number of events: one half of sign-ins, ten of which are active, and one half of written records. */
const amountOf = (events: number) => {
  const [logins, active] = [Math.floor(events / 2 / eventsOf.ended), 10];
  const spent = (logins - active) * eventsOf.ended + active * eventsOf.active;
  return { logins, active, writes: Math.max(0, Math.ceil((events - spent) / eventsOf.write)) };
};

const erasures = Effect.fnUntraced(function* (events: number, rounds: number) {
  const log = yield* EventLog;
  yield* (yield* RecordIndex).define(noteLexicons);
  const amount = amountOf(events);
  const persons = Array.from({ length: 2 * rounds }, (_, n) => personAt(n));
  yield* Effect.forEach(persons, (person) => liveAs(person, amount), { discard: true });
  yield* Console.log(
    `erasure of one of ${persons.length} persons with ${events.toLocaleString("en")} events, ${amount.logins} sign-ins and ${amount.writes} records each, in a log of ${(yield* log.head).toLocaleString("en")} events`
  );
  for (const { did } of persons.slice(0, rounds)) {
    const started = performance.now();
    const erased = yield* eraseSubject({ did, note: null, actor: { type: "operator", id: null } });
    const spent = performance.now() - started;
    yield* Console.log(`  ${spent.toFixed(0)} ms: ${erased.authorizations} sign-ins, ${erased.records} records`);
  }
});

/** Measures how long it takes to erase a person with a number of events, several persons one after the other. */
export const measureErasure = Effect.fnUntraced(function* (events: number, rounds: number) {
  const { dataDir, url } = yield* temporaryDatabase;
  const stores = storage({ databaseUrl: Redacted.make(url), dataDir, purpose: "service", secrets: benchSecrets });
  yield* Effect.provide(
    erasures(events, rounds),
    Layer.mergeAll(
      stores,
      SecureRandomNode.layer,
      ErasureLedgerFile.layer({ dataDir, missingFolder: "create" }),
      Layer.mock(EndedAuthorizations, { awaitPosition: () => Effect.void })
    )
  );
});
