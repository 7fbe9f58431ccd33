import * as Effect from "effect/Effect";
import { ErasureLedger } from "../../domain/personal/ErasureLedger.ts";
import { Subjects } from "../../domain/personal/Subjects.ts";
import { eraseSubject } from "./eraseSubject.ts";

/**
 * Erases again everybody whom a restored backup brought back, before the service serves. The commitments of erasures are
 * those of the log and of the ledger, which is not part of the database. Returns how many persons there were.
 */
export const eraseRestored = Effect.gen(function* () {
  const ledger = yield* ErasureLedger;
  const subjects = yield* Subjects;
  yield* ledger.add(yield* subjects.erasures);
  const restored = yield* subjects.committed(yield* ledger.commitments);
  yield* Effect.forEach(
    restored,
    ({ did }) => eraseSubject({ did, note: "erased again in a restored backup", actor: { type: "system", id: null } }),
    { discard: true }
  );
  if (restored.length > 0)
    yield* Effect.logWarning(`Erased ${restored.length} persons again, whom a backup brought back`);
  return restored.length;
});
