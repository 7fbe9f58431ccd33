import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as FiberRef from "effect/FiberRef";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import {
  type GraphqlAnswer,
  GraphqlApi,
  type GraphqlCaller,
  type GraphqlRequest,
  type Subscribed
} from "../../application/api/GraphqlApi.ts";
import { ChangeFeed, layer as changeFeed } from "../../application/live/ChangeFeed.ts";
import { currentTrace, type TraceContext } from "../../domain/event/Trace.ts";
import { traced } from "../../domain/failure/traced.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import { defaultMaxResponseBytes, RecordIndex } from "../../domain/record/index/RecordIndex.ts";
import { currentSpan, type Span } from "../../domain/tracing/Span.ts";
import type { AdminContext, AdminServices } from "./admin/AdminContext.ts";
import { adminSdl, executeAdmin } from "./admin/adminApi.ts";
import { type CurrentApi, currentApi } from "./CurrentApi.ts";
import { problemError } from "./execute/ApiError.ts";
import {
  answer,
  documentNotFound,
  mutationByGet,
  needsStream,
  notPersisted,
  notSignedIn,
  planRejected,
  queryFailed,
  refused
} from "./execute/answers.ts";
import { executeMutation } from "./execute/executeMutation.ts";
import { executeQuery } from "./execute/executeQuery.ts";
import { fairYield } from "./execute/fairYield.ts";
import type { ResponseLimits } from "./execute/ResponseLimits.ts";
import { PersistedDocuments } from "./plan/document/PersistedDocuments.ts";
import { defaultLimits, type Limits } from "./plan/Limits.ts";
import type { MutationPlan, Plan, QueryPlan, SubscriptionPlan } from "./plan/Plan.ts";
import { sessionEnded } from "./problems/sessionEnded.ts";
import { cursorRejected, subscriptionEnded } from "./problems/subscriptionEnded.ts";
import { unavailable } from "./problems/unavailable.ts";
import { uploadProblem } from "./problems/uploadProblem.ts";
import type { ApiSchema } from "./schema/ApiSchema.ts";
import type { SubscriptionReads } from "./subscribe/SubscriptionGroup.ts";
import { makeSubscriptionGroups, type SubscriptionGroups } from "./subscribe/SubscriptionGroups.ts";
import { startSubscription } from "./subscribe/startSubscription.ts";
import { VersionReads } from "./subscribe/VersionReads.ts";
import { validateDocument } from "./worker/validateDocument.ts";

const defaultResponseLimits: ResponseLimits = { seconds: 5, answerBytes: defaultMaxResponseBytes };

interface GraphqlApiOptions {
  /** Persisted documents; none by default. */
  readonly documents?: ReadonlyArray<string>;
  /** Whether only persisted documents are accepted. */
  readonly only?: boolean;
  readonly limits?: Limits;
  /** The maximum size of a result, formatted for people. */
  readonly answers?: ResponseLimits;
}

const utf8 = new TextDecoder();

const textOf = (body: string | Uint8Array): string => (typeof body === "string" ? body : utf8.decode(body));

/** The body of an answer, with its cost if that was asked for, and the cursor if there is one. */
const extended = <Body extends string | Uint8Array>(
  body: Body,
  { cost: asked }: GraphqlRequest,
  { cost }: Plan,
  cursor: string | null
): Body | string => {
  if (!asked && cursor === null) return body;
  const extensions = { ...(asked && { cost }), ...(cursor !== null && { cursor }) };
  return `${textOf(body).slice(0, -1)},"extensions":${JSON.stringify(extensions)}}`;
};

/** The answer to a request for an estimate, for which nothing is executed. */
const estimated = ({ cost }: Plan, { nodes }: Limits): GraphqlAnswer =>
  answer("executed", JSON.stringify({ data: null, extensions: { cost, costLimit: nodes } }));

type MutationServices = Effect.Effect.Context<ReturnType<typeof executeMutation>>;

/** The services for executing operations. Queries, the most frequent operations, need no context of their own. */
interface Dependencies {
  readonly index: RecordIndex["Type"];
  readonly reads: SubscriptionReads;
  readonly groups: SubscriptionGroups;
  readonly services: Context.Context<MutationServices>;
  readonly answers: ResponseLimits;
}

/** A plan with the API that it is for; or the answer to a request that cannot be planned. */
type Planned = Either.Either<{ readonly api: CurrentApi; readonly plan: Plan }, GraphqlAnswer>;

type AnyAnswer = GraphqlAnswer<string | Uint8Array>;

const ofMutation = (given: GraphqlAnswer): GraphqlAnswer => ({ ...given, operation: "mutation" });

/** Executes a query or a mutation. */
const executePlan = (
  { index, services, answers }: Dependencies,
  current: CurrentApi,
  plan: QueryPlan | MutationPlan,
  request: GraphqlRequest,
  caller: GraphqlCaller,
  context: Effect.Effect<AdminContext>
): Effect.Effect<AnyAnswer> => {
  if (plan.kind === "query") {
    return executeQuery(index, current, plan, context, request.cursor, caller.viewer?.did ?? null).pipe(
      Effect.map(({ body, cursor, failed }) => ({
        ...answer("executed", extended(body, request, plan, cursor)),
        failed
      })),
      Effect.catchTag("RecordIndexUnavailable", "SearchRefused", (failure) =>
        Effect.succeed(queryFailed(failure, answers))
      )
    );
  }
  if (!request.mutations) return Effect.succeed(ofMutation(refused("mutation-not-allowed", mutationByGet)));
  if (caller.refused) return Effect.succeed(ofMutation(notSignedIn(caller)));
  return Effect.flatMap(context, (own) => executeMutation(current.api, plan, caller, own, request.idempotencyKey)).pipe(
    Effect.provide(services),
    Effect.map(({ body, failed, outcome }) =>
      ofMutation({ ...answer(outcome, extended(body, request, plan, null)), failed })
    )
  );
};

/** Starts a subscription, or answers why it cannot start. */
const subscribeTo = (
  { groups, reads }: Dependencies,
  { lexicons }: ApiSchema,
  plan: SubscriptionPlan,
  caller: GraphqlCaller
) => {
  if (caller.refused) return Effect.succeed(answered(notSignedIn(caller)));
  const unreachable = () => Effect.succeed(answered(refused("unavailable", problemError(unavailable))));
  return startSubscription(reads, groups, plan, lexicons).pipe(
    Effect.map((deliver): Subscribed => ({ _tag: "Streaming", deliver })),
    Effect.catchTags({
      CursorRejected: (rejected) =>
        Effect.succeed(answered(refused("rejected", problemError(cursorRejected(rejected))))),
      StorageUnavailable: unreachable
    })
  );
};

const answered = (given: AnyAnswer): Subscribed => ({
  _tag: "Answered",
  answer: { ...given, body: textOf(given.body) }
});

/** In characters. Any shorter document is planned within two milliseconds. */
const workerThreshold = 1_000;

const makeApi = traced("makeApi")(function* ({
  documents: known = [],
  only = false,
  limits = defaultLimits,
  answers = defaultResponseLimits
}: GraphqlApiOptions) {
  const catalog = yield* LexiconCatalog;
  const documents = new PersistedDocuments({ documents: known, only, documentBytes: limits.documentBytes });
  const current = yield* currentApi(catalog.current, limits);
  const yieldToOthers = fairYield();
  const runPromise = Runtime.runPromise(yield* Effect.runtime<AdminServices>());
  const services = yield* Effect.context<MutationServices>();
  const index = yield* RecordIndex;
  const reads: SubscriptionReads = {
    feed: yield* ChangeFeed,
    versions: new VersionReads(index),
    limits: answers,
    lexicons: catalog.current
  };
  const groups = yield* makeSubscriptionGroups(reads);
  const dependencies: Dependencies = { index, reads, groups, services, answers };
  /** Relates the actions of an admin to the request that made them. */
  const contextOf = (
    { admin, session = null, viewer }: GraphqlCaller,
    trace: TraceContext,
    span: Span | null
  ): AdminContext => ({
    admin,
    session,
    viewer,
    signedIn: viewer !== null || session !== null,
    run: (effect) =>
      runPromise(
        Effect.either(effect).pipe(Effect.locally(currentTrace, trace), Effect.locally(currentSpan, span))
      ).then(Either.getOrThrowWith((own) => own))
  });
  const contextOfCaller = (caller: GraphqlCaller) =>
    Effect.zipWith(FiberRef.get(currentTrace), FiberRef.get(currentSpan), (trace, span) =>
      contextOf(caller, trace, span)
    );
  /** Plans a request whose document is valid, or is validated now. The left is the answer to one that cannot be planned. */
  const planWith = (
    api: CurrentApi,
    document: string,
    skipValidation: boolean,
    { operationName, variables }: GraphqlRequest,
    { viewer }: GraphqlCaller
  ): Planned => {
    const viewerDid = viewer?.did ?? null;
    const plan = api.planner({ document, skipValidation, operationName, variables, viewerDid });
    return Either.mapBoth(plan, { onLeft: planRejected, onRight: (found) => ({ api, plan: found }) });
  };
  /** Plans a request with a long document, which other requests do not wait for. */
  const plannedApart = Effect.fnUntraced(function* (
    api: CurrentApi,
    text: string,
    request: GraphqlRequest,
    caller: GraphqlCaller
  ) {
    const validated = yield* validateDocument(api, text);
    if (Either.isLeft(validated)) return Either.left(planRejected(validated.left));
    yield* yieldToOthers;
    return planWith(api, text, validated.right, request, caller);
  });
  /** Plans a request with the present API. */
  const planned = (request: GraphqlRequest, caller: GraphqlCaller): Effect.Effect<Planned> => {
    const document = documents.find({ query: request.query, hash: request.documentHash });
    if (Either.isLeft(document)) return Effect.succeed(Either.left(documentNotFound(document.left)));
    const text = document.right;
    return Effect.flatMap(current, (api) =>
      text.length > workerThreshold
        ? plannedApart(api, text, request, caller)
        : Effect.succeed(planWith(api, text, false, request, caller))
    );
  };
  return GraphqlApi.of({
    execute: (request, caller) =>
      Effect.flatMap(planned(request, caller), (outcome): Effect.Effect<AnyAnswer> => {
        if (Either.isLeft(outcome)) return Effect.succeed(outcome.left);
        const { api, plan } = outcome.right;
        if (request.estimate === true) return Effect.succeed(estimated(plan, limits));
        if (plan.kind === "subscription") return Effect.succeed(refused("rejected", needsStream));
        return executePlan(dependencies, api, plan, request, caller, contextOfCaller(caller));
      }),
    subscribe: Effect.fnUntraced(function* (request, caller) {
      const outcome = yield* planned(request, caller);
      if (Either.isLeft(outcome)) return answered(outcome.left);
      const { api, plan } = outcome.right;
      if (request.estimate === true) return answered(estimated(plan, limits));
      if (plan.kind === "subscription") return yield* subscribeTo(dependencies, api.api, plan, caller);
      return answered(yield* executePlan(dependencies, api, plan, request, caller, contextOfCaller(caller)));
    }),
    executeAdmin: (request, caller) => {
      if (caller.refused) return Effect.succeed(notSignedIn(caller));
      if (request.query === "" && request.documentHash !== null)
        return Effect.succeed(refused("document-unknown", notPersisted));
      return Effect.flatMap(contextOfCaller(caller), (context) => Effect.promise(() => executeAdmin(request, context)));
    },
    sdl: Effect.flatMap(current, ({ sdl }) => sdl),
    adminSdl,
    uploadProblem,
    subscriptionEnded,
    sessionEnded
  });
});

/** The GraphQL APIs over the active Lexicons. A new set takes effect with the next request. */
export const layerWith = (options: GraphqlApiOptions) =>
  Layer.provide(Layer.scoped(GraphqlApi, makeApi(options)), changeFeed);

/** The GraphQL APIs with the default limits and without persisted documents. */
export const layer = layerWith({});
