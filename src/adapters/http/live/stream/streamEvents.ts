import * as Deferred from "effect/Deferred";
import * as Effect from "effect/Effect";
import * as Exit from "effect/Exit";
import * as Mailbox from "effect/Mailbox";
import * as Runtime from "effect/Runtime";
import * as Stream from "effect/Stream";
import { createHandler } from "graphql-sse";
import { GraphqlApi, type GraphqlCaller, type GraphqlRequest } from "../../../../application/api/GraphqlApi.ts";
import type { SubscriptionReceiver } from "../../../../application/api/SubscriptionReceiver.ts";
import { type LiveSession, LiveSessions, type SessionLoss } from "../../../../application/live/LiveSessions.ts";
import { LiveConnections } from "../LiveConnections.ts";
import { LiveLimits } from "../LiveLimits.ts";
import { refusalFor } from "../OperationRefused.ts";
import { RunningOperation } from "../RunningOperation.ts";
import { problemOf } from "../sessionProblem.ts";
import { errorEvent, nextEvent } from "./eventText.ts";

/** An operation that is answered by an event stream. */
export interface StreamedOperation {
  readonly request: GraphqlRequest;
  readonly caller: GraphqlCaller;
  /** Null for an anonymous caller. */
  readonly session: LiveSession | null;
  readonly clientAddress: string;
}

/** The texts that wait for the client. */
type Texts = Mailbox.Mailbox<string>;

/** How many texts may wait for the client. */
const capacity = 1_024;

/** The protocol of distinct connections by graphql-sse: comments that keep a connection alive, and the event `complete`. */
const protocol = createHandler<null, RunningOperation<never>>({
  authenticate: () => null,
  onSubscribe: ({ context }) => context
});

const headers = new Map([
  ["accept", "text/event-stream"],
  ["content-type", "application/json"]
]);

const protocolRequest = (operation: RunningOperation<never>) => ({
  method: "POST",
  url: "/graphql",
  headers: { get: (name: string) => headers.get(name) },
  body: { query: "" },
  raw: null,
  context: operation
});

/** Ends a stream whose client does not read fast enough. */
const drop = Effect.fnUntraced(function* (texts: Texts) {
  const connections = yield* LiveConnections;
  connections.countDropped();
  yield* texts.shutdown;
  return yield* Effect.interrupt;
});

/** Offers a text, and ends the stream if the client reads nothing for too long. */
const offer = Effect.fnUntraced(function* (texts: Texts, text: string) {
  const { drainMs } = yield* LiveLimits;
  const isRead = yield* Effect.timeoutOption(texts.offer(text), drainMs);
  if (isRead._tag === "None") yield* drop(texts);
});

/** Runs an operation, and offers its responses. */
const runOperation = Effect.fnUntraced(function* (texts: Texts, { caller, request }: StreamedOperation) {
  const api = yield* GraphqlApi;
  const subscribed = yield* api.subscribe(request, caller);
  if (subscribed._tag === "Answered") return yield* offer(texts, nextEvent(subscribed.answer.body));
  const dropped = yield* Deferred.make<void>();
  const context = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof offer>>>();
  const receiver: SubscriptionReceiver = {
    send: (bodies) =>
      Effect.provide(
        Effect.forEach(bodies, (body) => offer(texts, nextEvent(body)), { discard: true }),
        context
      ),
    push: (bodies) => {
      const areTaken = bodies.every((body) => texts.unsafeOffer(nextEvent(body)));
      if (!areTaken) Deferred.unsafeDone(dropped, Effect.void);
    }
  };
  const deliver = Effect.catchTag(subscribed.deliver(receiver), "SubscriptionEnded", ({ reason }) =>
    offer(texts, errorEvent(refusalFor(api.subscriptionEnded(reason))))
  );
  yield* Effect.raceFirst(deliver, Effect.zipRight(Deferred.await(dropped), drop(texts)));
});

/** Waits until a session is lost, and offers the error that says so. */
const awaitLoss = Effect.fnUntraced(function* (texts: Texts, session: LiveSession) {
  const sessions = yield* LiveSessions;
  const lost = yield* Deferred.make<SessionLoss>();
  yield* Effect.acquireRelease(
    Effect.sync(() => sessions.watch(session, (loss) => Deferred.unsafeDone(lost, Effect.succeed(loss)))),
    (stop) => Effect.sync(stop)
  );
  const now = yield* sessions.check(session);
  const loss = now ?? (yield* Deferred.await(lost));
  yield* offer(texts, errorEvent(refusalFor(problemOf(loss))));
}, Effect.scoped);

const whileSignedIn = (texts: Texts, operation: StreamedOperation) => {
  const run = runOperation(texts, operation);
  return operation.session === null ? run : Effect.raceFirst(run, awaitLoss(texts, operation.session));
};

const openStream = Effect.fnUntraced(function* (operation: StreamedOperation) {
  const connections = yield* LiveConnections;
  const texts = yield* Mailbox.make<string>(capacity);
  const accepted = connections.accept("streams", operation.clientAddress, () => texts.unsafeDone(Exit.void));
  if (typeof accepted === "string") return Stream.empty;
  yield* Effect.addFinalizer(() => Effect.sync(() => accepted.close()));
  const runtime = yield* Effect.runtime<Effect.Effect.Context<ReturnType<typeof whileSignedIn>>>();
  const running = new RunningOperation<never>(
    () => Runtime.runFork(runtime)(connections.counted(whileSignedIn(texts, operation))),
    (cause) => {
      Runtime.runFork(runtime)(Effect.logError("An operation on an event stream failed", cause));
      texts.unsafeDone(Exit.void);
    }
  );
  const [events] = yield* Effect.promise(() => protocol(protocolRequest(running)));
  if (events === null || typeof events === "string") return Stream.empty;
  yield* Effect.addFinalizer(() => Effect.promise(() => events.return()));
  yield* Effect.forkScoped(
    Stream.fromAsyncIterable(events, () => null).pipe(
      Stream.runForEach((text) => texts.offer(text)),
      Effect.ignore,
      Effect.zipRight(texts.end)
    )
  );
  return Mailbox.toStream(texts);
});

/** Returns the texts of an event stream (HTML, "Server-sent events") in the protocol of graphql-sse. */
export const streamEvents = (operation: StreamedOperation) => Stream.unwrapScoped(openStream(operation));
