import { writeFileSync } from "node:fs";
import * as Console from "effect/Console";
import * as Effect from "effect/Effect";
import * as Schema from "effect/Schema";
import type { NotSealed } from "../../../application/transparency/proveEvent.ts";
import { proveVerifiedEvent } from "../../../application/transparency/proveVerifiedEvent.ts";
import { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import { EventId } from "../../../domain/event/EventId.ts";
import { EventLog } from "../../../domain/event/EventLog.ts";
import { tlogProofText } from "../../../domain/transparency/tlogProof.ts";
import { faultText, isFault } from "../../../domain/verification/Fault.ts";
import type { Given, Run } from "../command/Command.ts";
import { badUsage, failure, unavailable } from "../command/CommandFailed.ts";
import { CommandServices } from "../command/CommandServices.ts";
import { json } from "../command/commonParameters.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { out, provenEvent } from "./verifyParameters.ts";
import { writeOut } from "./writeOut.ts";

const isEventId = Schema.is(EventId);

const nothing = (event: string) =>
  failure("nothing_found", `The log has no event ${event}; tidemark audit list shows the latest events`);

/** Finds the position of an event that was typed as a position or an id. */
const positionOf = Effect.fnUntraced(function* (event: string) {
  if (/^[1-9][0-9]{0,14}$/.test(event)) return Number(event);
  if (!isEventId(event)) return yield* badUsage("<event> must be a position or an event id");
  const trail = yield* AuditTrail;
  const page = { filter: { id: event }, order: "oldest first", after: null, upTo: null, limit: 1 } as const;
  const [found] = yield* Effect.mapError(trail.page(page), explainFailure);
  return found?.position ?? (yield* nothing(event));
});

const notSealed = Effect.fnUntraced(function* ({ position, size }: NotSealed) {
  const head = yield* Effect.mapError((yield* EventLog).head, explainFailure);
  if (position > head) return yield* nothing(String(position));
  return yield* unavailable(
    `The event at position ${position} is in no checkpoint: the latest one is of ${size} events. Start the service, which signs one within seconds of an event`
  );
});

const prove = (given: Given) =>
  Effect.gen(function* () {
    const position = yield* positionOf(given(provenEvent));
    const proof = yield* Effect.catchAll(proveVerifiedEvent(position), (error) => {
      if (isFault(error)) return failure("log_does_not_hold", `No proof was written: ${faultText(error)}`);
      if (error._tag === "NotSealed") return notSealed(error);
      return error._tag === "TilesMissing" ? failure("tiles_missing", error.message) : explainFailure(error);
    });
    const text = tlogProofText(proof);
    const file = given(out);
    if (file === null)
      return yield* given(json) ? Console.log(JSON.stringify({ position, proof: text }, null, 2)) : writeOut(text);
    yield* Effect.try({
      try: () => writeFileSync(file, text),
      catch: (cause) => failure("not_written", `${file} cannot be written`, cause)
    });
    const said = `Wrote the proof of the event at position ${position} to ${file}`;
    yield* Console.log(given(json) ? JSON.stringify({ position, file }, null, 2) : said);
  });

export const proveAudit: Run = (given) => Effect.flatMap(CommandServices, ({ withStores }) => withStores(prove(given)));
