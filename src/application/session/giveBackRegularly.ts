import * as Effect from "effect/Effect";
import { type OwedRevocation, OwedRevocations } from "../../domain/session/OwedRevocations.ts";
import { watched } from "../background/supervise.ts";
import type { Restore } from "../Restore.ts";
import { goOn, regularly } from "../regularly.ts";
import { giveBack } from "./giveBack.ts";
import { IssuerTurns } from "./IssuerTurns.ts";

/** How many sessions are taken up at once, and for how long nobody else takes them, in milliseconds. */
const share = { sessions: 32, milliseconds: 120_000 };

/** How many such shares are under way: what waits for one PDS leaves room for the others. */
const shares = 8;

const claim = Effect.flatMap(OwedRevocations, (owed) => owed.claim(share.sessions, share.milliseconds));

const tellAll = (due: ReadonlyArray<OwedRevocation>, turns: IssuerTurns) =>
  Effect.forEach(due, (each) => goOn("A PDS was not told")(giveBack(each, turns)), {
    concurrency: "unbounded",
    discard: true
  });

/** Tells the PDSes of the sessions that are due, and gives how many there were. */
export const giveBackDue = (turns: IssuerTurns) =>
  Effect.flatMap(claim, (due) => Effect.as(tellAll(due, turns), due.length));

const takeUp = Effect.fnUntraced(function* (turns: IssuerTurns, room: Effect.Semaphore, restore: Restore) {
  yield* restore(room.take(1));
  const due = yield* restore(claim).pipe(Effect.onError(() => room.release(1)));
  yield* Effect.forkScoped(
    Effect.ensuring(restore(watched("tell PDSes that sessions are over")(tellAll(due, turns))), room.release(1))
  );
  return due.length;
});

/**
 * Tells PDSes for ever which sessions are over, about once a second: those that nobody told them, because it failed or
 * whoever was to do it died. Several processes do not get in each other's way, and no PDS holds up what another is owed.
 */
export const giveBackRegularly = Effect.scoped(
  Effect.gen(function* () {
    const turns = new IssuerTurns();
    const room = yield* Effect.makeSemaphore(shares);
    const next = Effect.uninterruptibleMask((restore) => takeUp(turns, room, restore));
    yield* regularly(
      "1 second",
      "No PDS was told"
    )(Effect.repeat(next, { while: (count) => count === share.sessions }));
  })
);
