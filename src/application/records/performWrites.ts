import * as Clock from "effect/Clock";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { judgeWrite } from "../../domain/record/judgeWrite.ts";
import { RecordIndex } from "../../domain/record/RecordIndex.ts";
import type { WriteRequested } from "../../domain/record/RecordWriteEvent.ts";
import { RepositoryFailure } from "../../domain/record/RepositoryFailure.ts";
import { writeLimits } from "../../domain/record/writeLimits.ts";
import { withSession } from "../session/withSession.ts";
import type { Viewer } from "../token/Viewer.ts";
import { aboutViewer } from "./aboutViewer.ts";
import { type Begun, beginWrite } from "./beginWrite.ts";
import { failedOutcome, isOver, type WriteFailure } from "./failedOutcome.ts";
import { type Inquiry, inquire, inquireAbout } from "./inquire.ts";
import { prepareWrites } from "./prepareWrites.ts";
import { recordRejected, recordUnknown } from "./recordFailed.ts";
import { cidsOf, recordFound, resultsOf } from "./recordFound.ts";
import { type Result, recordWritten } from "./recordWritten.ts";
import { type Answer, sendWrite } from "./sendWrite.ts";
import type { Write, WriteKey, WriteRequest } from "./Write.ts";
import { WriteImpossible, WriteUnsettled } from "./writeProblems.ts";

const ownResults = ({ writes }: WriteRequest, requests: ReadonlyArray<WriteRequested>, { cids, rev }: Answer) =>
  requests.map(({ uri }, at): Result => {
    const cid = cids[at] ?? null;
    const write = writes[at];
    const isThere = cid !== null && write !== undefined && write.action !== "delete";
    return { uri, rev, record: isThere ? { cid, value: write.value } : null };
  });

/**
 * What the index is to have: what was sent, unless the PDS made something else of it, or no commit of it, as of what was
 * there already. Then what it holds is looked up.
 */
const resultsAfter = Effect.fnUntraced(function* (
  viewer: Viewer,
  request: WriteRequest,
  { requests }: Begun,
  answer: Answer
) {
  const isAsSent = requests.every(({ cid }, at) => cid === (answer.cids[at] ?? null));
  if (isAsSent && answer.rev !== null) return ownResults(request, requests, answer);
  const uris = requests.map(({ uri }) => uri);
  const seen = yield* Effect.option(inquire(answer.pds, viewer.did, uris));
  return Option.match(seen, {
    onNone: () => ownResults(request, requests, answer),
    onSome: (inquiry) => resultsOf(requests, inquiry)
  });
});

const notRecorded = () => new WriteUnsettled({ reason: "not-recorded", retryAfter: 2 });

/** The PDS has written: whatever happens to us now, that is not to be told as a failure. */
const settled = <A, E, R>(effect: Effect.Effect<A, E, R>) =>
  effect.pipe(
    Effect.tapError((problem) => Effect.logWarning("A write was not written down, and will be asked for", problem)),
    Effect.mapError(notRecorded)
  );

const succeed = Effect.fnUntraced(function* (viewer: Viewer, request: WriteRequest, begun: Begun, answer: Answer) {
  const { requests, stream, version } = begun;
  const results = yield* resultsAfter(viewer, request, begun, answer);
  const { cids, rev } = answer;
  yield* recordWritten({ stream, version, requests, cids, rev, results, found: false, about: aboutViewer(viewer) });
}, settled);

/** As the index knows, it was so before: a record to create was there, or one to delete in a batch was not. */
const wasSo = Effect.fnUntraced(function* ({ action, cid, uri }: WriteRequested, isBatch: boolean) {
  const index = yield* RecordIndex;
  const known = Option.getOrNull(yield* index.find(uri));
  if (action === "create" && known !== null && known.cid === cid)
    return [{ _tag: "Impossible" as const, reason: "record-exists" as const, uri }];
  if (!isBatch || action !== "delete" || known !== null) return [];
  return [{ _tag: "Impossible" as const, reason: "record-not-found" as const, uri }];
});

/** What is certain after a failure that says nothing: asked at once, the PDS often knows. */
const ask = Effect.fnUntraced(function* ({ isBatch }: WriteRequest, { requests }: Begun, failure: WriteFailure) {
  const inquiry = yield* inquireAbout(requests);
  const verdict = judgeWrite(requests, cidsOf(inquiry), isOver(failure), isBatch);
  if (verdict._tag !== "Holds" || !isOver(failure)) return { inquiry, verdict };
  const [before] = (yield* Effect.forEach(requests, (request) => wasSo(request, isBatch))).flat();
  return { inquiry, verdict: before ?? verdict };
});

const unknown = Effect.fnUntraced(function* (viewer: Viewer, begun: Begun, failure: WriteFailure) {
  const outcome = failedOutcome(failure);
  const attempt = { ...begun, about: aboutViewer(viewer) };
  // It is open without this, too: what the app is told is the same.
  if (outcome._tag === "Unknown") yield* Effect.ignoreLogged(recordUnknown(attempt, outcome.reason));
  return yield* Effect.fail(failure);
});

const doubt = Effect.fnUntraced(function* (viewer: Viewer, request: WriteRequest, begun: Begun, failure: WriteFailure) {
  const asked = yield* Effect.option(ask(request, begun, failure));
  if (Option.isNone(asked)) return yield* unknown(viewer, begun, failure);
  const { inquiry, verdict }: { readonly inquiry: Inquiry; readonly verdict: ReturnType<typeof judgeWrite> } =
    asked.value;
  const about = aboutViewer(viewer);
  switch (verdict._tag) {
    case "Holds":
      return yield* settled(recordFound(begun, begun.requests, inquiry, about));
    case "Impossible": {
      yield* recordRejected({ ...begun, about }, verdict.reason);
      const place = begun.requests.findIndex(({ uri }) => uri === verdict.uri);
      return yield* new WriteImpossible({ reason: verdict.reason, uri: verdict.uri, place });
    }
    case "NotThere":
      return yield* unknown(viewer, begun, failure);
  }
});

const fail = Effect.fnUntraced(function* (viewer: Viewer, request: WriteRequest, begun: Begun, failure: WriteFailure) {
  const outcome = failedOutcome(failure);
  if (outcome._tag === "Unknown") return yield* doubt(viewer, request, begun, failure);
  yield* recordRejected({ ...begun, about: aboutViewer(viewer) }, outcome.reason);
  return yield* Effect.fail(failure);
});

const tooLate = new RepositoryFailure({ reason: "timeout", status: null, detail: null, retryAfter: null });

/** A retry with the same key takes over what is not sent in time: then the first one must not come after it. */
const inTime = <A, E, R>(sending: Effect.Effect<A, E, R>, until: number) =>
  Effect.flatMap(
    Clock.currentTimeMillis,
    (now): Effect.Effect<A, E | RepositoryFailure<"timeout">, R> => (now < until ? sending : tooLate)
  );

const send = (viewer: Viewer, request: WriteRequest, begun: Begun, until: number) =>
  Effect.matchEffect(
    withSession(viewer.authorizationId, (credentials) =>
      inTime(sendWrite(request, begun.requests, credentials), until)
    ).pipe(
      Effect.map((answer) => ({ _tag: "Answered" as const, answer })),
      Effect.catchTags({
        RepositoryFailure: (failure) => Effect.succeed({ _tag: "Failed" as const, failure }),
        SessionOver: (failure) => Effect.succeed({ _tag: "Failed" as const, failure }),
        SessionNotRefreshed: (failure) => Effect.succeed({ _tag: "Failed" as const, failure })
      })
    ),
    {
      onFailure: Effect.fail,
      onSuccess: (outcome) =>
        outcome._tag === "Answered"
          ? succeed(viewer, request, begun, outcome.answer)
          : fail(viewer, request, begun, outcome.failure)
    }
  );

/**
 * Carries out writes as one request to the person's PDS: authorised, validated, written down, sent, written down, indexed.
 * The next query sees them. Nothing is sent when the scope or a Lexicon does not allow it, and nothing twice under one key.
 * Gives the addresses in order.
 */
export const performWrites = Effect.fnUntraced(function* (
  viewer: Viewer,
  writes: ReadonlyArray<Write>,
  options: { readonly isBatch: boolean; readonly key: WriteKey | null }
) {
  const request = yield* prepareWrites(viewer, writes, options.isBatch);
  const begun = yield* beginWrite(viewer, request.writes, options.key);
  const now = yield* Clock.currentTimeMillis;
  const until = options.key === null ? Number.POSITIVE_INFINITY : now + writeLimits.sendWithin;
  if (!begun.isWritten) yield* send(viewer, request, begun, until);
  return begun.requests.map(({ uri }) => uri);
});
