import * as Cause from "effect/Cause";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Exit from "effect/Exit";
import * as Runtime from "effect/Runtime";
import { type ExecutionArgs, GraphQLSchema, parse } from "graphql";
import { makeServer, type Server, type SubscribePayload } from "graphql-ws";
import { type GraphqlAnswer, GraphqlApi, type GraphqlRequest } from "../../../../application/api/GraphqlApi.ts";
import { problem } from "../../../../application/api/Problem.ts";
import { HealthCounters } from "../../../../application/health/HealthCounters.ts";
import { currentTrace, type TraceContext } from "../../../../domain/event/Trace.ts";
import type { RequestOutcome } from "../../../../domain/health/RequestOutcome.ts";
import { readMembers } from "../../graphql/readGraphqlRequest.ts";
import { LiveConnections } from "../LiveConnections.ts";
import { LiveLimits } from "../LiveLimits.ts";
import { OperationRefused, refusalFor, refusalOf } from "../OperationRefused.ts";
import { RunningOperation } from "../RunningOperation.ts";
import { type Closing, closings } from "./closings.ts";
import { connect } from "./connect.ts";
import type { GraphqlSocket } from "./GraphqlSocket.ts";
import { SocketReceiver } from "./SocketReceiver.ts";

/** The services of sockets. */
export type SocketRuntime = Runtime.Runtime<
  GraphqlApi | LiveConnections | Effect.Effect.Context<ReturnType<typeof connect>>
>;

/** What graphql-ws knows of a socket. */
export interface SocketContext {
  readonly socket: GraphqlSocket;
  /** Shared by all sockets. */
  readonly runtime: SocketRuntime;
  /** Relates actions to the request that opened the socket. */
  readonly trace: TraceContext;
}

/** Operations reach graphql-ws planned by another engine, so it needs a schema and a document only for its types. */
const noSchema = new GraphQLSchema({});
const anyDocument = parse("subscription { any }");

const about = { mutations: true, cost: false, cursor: false, idempotencyKey: null };

const tooMany = problem(
  "TOO_MANY_OPERATIONS",
  "This connection has as many operations in progress as it may have. Complete one, or open another connection."
);

const readRequest = ({ extensions, operationName, query, variables }: SubscribePayload) =>
  readMembers({ query, operationName, variables, extensions }, about);

const kindOf = ({ operation = "query" }: GraphqlAnswer) =>
  operation === "mutation" ? "graphql-mutation" : "graphql-query";

const outcomeOf = ({ failed = false, outcome }: GraphqlAnswer): RequestOutcome =>
  failed || outcome === "unavailable" ? "failed" : outcome === "executed" ? "ok" : "refused";

/** Runs an operation, and sends its responses under its id. */
const runOperation = Effect.fnUntraced(function* (
  { socket, trace }: SocketContext,
  id: string,
  request: GraphqlRequest
) {
  const api = yield* GraphqlApi;
  const receiver = new SocketReceiver(socket, id);
  const counters = yield* HealthCounters;
  const begun = performance.now();
  const subscribed = yield* Effect.locally(api.subscribe(request, socket.caller), currentTrace, trace);
  const isAnswered = subscribed._tag === "Answered";
  const kind = isAnswered ? kindOf(subscribed.answer) : "graphql-subscription";
  const outcome = isAnswered ? outcomeOf(subscribed.answer) : "ok";
  counters.countRequest(kind, outcome, performance.now() - begun, Date.now());
  if (isAnswered) {
    const { body, outcome } = subscribed.answer;
    return outcome === "executed" ? yield* receiver.send([body]) : yield* refusalOf(body);
  }
  yield* subscribed
    .deliver(receiver)
    .pipe(Effect.catchTag("SubscriptionEnded", ({ reason }) => refusalFor(api.subscriptionEnded(reason))));
});

const logDefect = (cause: Cause.Cause<unknown>) => Effect.logError("An operation on a WebSocket failed", cause);

/** Runs the operation of a message, unless the message or the number of operations is a reason to refuse it. */
const operationFor = (context: SocketContext, id: string, payload: SubscribePayload, isBeyond: boolean) => {
  const request = readRequest(payload);
  if (Either.isLeft(request)) return refusalFor(problem("BAD_REQUEST", request.left.reason));
  return isBeyond ? refusalFor(tooMany) : runOperation(context, id, request.right);
};

const operationOf = ({ runtime, socket }: SocketContext, operation: ReturnType<typeof operationFor>) =>
  new RunningOperation<OperationRefused>(
    () => Runtime.runFork(runtime)(Effect.flatMap(LiveConnections, (connections) => connections.counted(operation))),
    (cause) => {
      Runtime.runFork(runtime)(logDefect(cause));
      socket.close(closings.internal);
    }
  );

const isOperation = (value: unknown): value is RunningOperation<OperationRefused> => value instanceof RunningOperation;

const started = ({ contextValue }: ExecutionArgs): RunningOperation<OperationRefused> => {
  if (isOperation(contextValue)) return contextValue;
  throw new Error("graphql-ws ran an operation that nobody planned");
};

/** Returns the closing that refuses a connection; null if it is accepted. */
const refusalToConnect = async (
  { runtime, socket, trace }: SocketContext,
  payload: Readonly<Record<string, unknown>>
) => {
  const exit = await Runtime.runPromiseExit(runtime)(Effect.locally(connect(socket, payload), currentTrace, trace));
  if (Exit.isSuccess(exit)) return null;
  const closing = Cause.failureOption(exit.cause);
  if (closing._tag === "Some") return closing.value;
  Runtime.runFork(runtime)(logDefect(exit.cause));
  return closings.internal satisfies Closing;
};

/** The protocol graphql-transport-ws by graphql-ws, which runs operations with the engine of this service. */
export const socketProtocol: Effect.Effect<Server<SocketContext>, never, LiveLimits> = Effect.map(
  LiveLimits,
  ({ initMs, operationsPerConnection }) =>
    makeServer<Record<string, unknown>, SocketContext>({
      connectionInitWaitTimeout: initMs,
      onConnect: async ({ connectionParams = {}, extra }) => {
        const closing = await refusalToConnect(extra, connectionParams);
        if (closing === null) return true;
        extra.socket.close(closing);
        return false;
      },
      onSubscribe: ({ extra, subscriptions }, id, payload) => {
        const isBeyond = Object.keys(subscriptions).length > operationsPerConnection;
        const operation = operationOf(extra, operationFor(extra, id, payload, isBeyond));
        return { schema: noSchema, document: anyDocument, contextValue: operation };
      },
      subscribe: started,
      onError: (_context, _id, _payload, [error]) =>
        error?.originalError instanceof OperationRefused ? error.originalError.errors : undefined
    })
);
