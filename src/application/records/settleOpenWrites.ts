import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Schedule from "effect/Schedule";
import { systemActor } from "../../domain/event/Envelope.ts";
import type { StreamName } from "../../domain/event/StreamName.ts";
import { judgeWrite } from "../../domain/record/judgeWrite.ts";
import { OpenWrites } from "../../domain/record/OpenWrites.ts";
import type { WriteRequested } from "../../domain/record/RecordWriteEvent.ts";
import { writeLimits } from "../../domain/record/writeLimits.ts";
import type { About } from "../event/describeEvent.ts";
import { goOn, regularly } from "../regularly.ts";
import { type Inquiry, inquireAbout, isWithoutAnswer } from "./inquire.ts";
import { type LoadedWrite, loadWrite } from "./loadWrite.ts";
import { recordRejected } from "./recordFailed.ts";
import { cidsOf, recordFound } from "./recordFound.ts";

/** How many writes are taken up at once, and for how long nobody else takes them, in milliseconds. */
const share = { writes: 32, milliseconds: 60_000 };

/** What nobody answers for is asked about again after half its age, within these bounds, in milliseconds. */
const pause = { shortest: 1_000, longest: 600_000 };

const pauseAt = (age: number): number => Math.min(Math.max(age / 2, pause.shortest), pause.longest);

const aboutRequest = ({ authorizationId, clientId, did }: WriteRequested): About => ({
  actor: systemActor,
  clientId,
  authorizationId,
  subjectDid: did
});

/** What the PDS holds; that it has no such repository any more is an answer once nothing can still be on its way. */
const found = (requests: ReadonlyArray<WriteRequested>, age: number) =>
  Effect.map(Effect.either(inquireAbout(requests)), (inquiry): Inquiry | null => {
    if (Either.isRight(inquiry)) return inquiry.right;
    const { left } = inquiry;
    const isGone = left._tag === "RepositoryFailure" && !isWithoutAnswer(left) && age >= writeLimits.proofIsDead;
    return isGone ? { rev: null, there: new Map() } : null;
  });

/** It is not there: for now, then for all that is known, and at last for certain. */
const absent = Effect.fnUntraced(function* (
  write: LoadedWrite,
  requests: ReadonlyArray<WriteRequested>,
  about: About,
  age: number
) {
  const { state, stream, version } = write;
  const open = yield* OpenWrites;
  if (state._tag === "Open" && age >= writeLimits.notThereAfter)
    yield* recordRejected({ stream, version, requests, about }, "not-there");
  if (state._tag === "Rejected" && age >= writeLimits.proofIsDead) return yield* open.forget(stream);
  yield* open.postpone(stream, pauseAt(age));
});

/** Settles one write by asking its PDS, as far as that is possible now. */
export const settleWrite = Effect.fnUntraced(function* (stream: StreamName) {
  const open = yield* OpenWrites;
  const write = yield* loadWrite(stream);
  const { state } = write;
  const isSettled = state._tag === "Written" || (state._tag === "Rejected" && state.reason !== "not-there");
  if (state._tag === "Unrequested" || isSettled) return yield* open.forget(stream);
  const { requests } = state;
  const [first] = requests;
  if (first === undefined) return yield* open.forget(stream);
  const age = (yield* Clock.currentTimeMillis) - write.sentAt;
  const inquiry = yield* found(requests, age);
  if (inquiry === null) return yield* open.postpone(stream, pauseAt(age));
  const about = aboutRequest(first);
  return yield* judgeWrite(requests, cidsOf(inquiry), false)._tag === "Holds"
    ? recordFound(write, requests, inquiry, about)
    : absent(write, requests, about, age);
});

/** Settles the writes that are due, and gives how many there were. Those that cannot be settled now wait for later. */
export const settleOpenWrites = Effect.gen(function* () {
  const open = yield* OpenWrites;
  const streams = yield* open.claim(share.writes, share.milliseconds);
  yield* Effect.forEach(streams, (stream) => goOn("A write was not settled")(settleWrite(stream)), {
    concurrency: 8,
    discard: true
  });
  return streams.length;
});

const whileThereAreMore = Effect.repeat(settleOpenWrites, { while: (count) => count === share.writes });

/**
 * Settles open writes for ever: all of them at the start, since what sent them may have died, then those that are due,
 * about once a second. Several processes do not get in each other's way.
 */
export const settleRegularly = Effect.gen(function* () {
  const open = yield* OpenWrites;
  yield* open.hasten.pipe(Effect.retry(Schedule.spaced("1 second")));
  yield* regularly("1 second", "No writes were settled")(whileThereAreMore);
});
