import type * as Context from "effect/Context";
import * as Effect from "effect/Effect";
import * as Either from "effect/Either";
import * as Layer from "effect/Layer";
import * as Runtime from "effect/Runtime";
import {
  type GraphqlAnswer,
  GraphqlApi,
  type GraphqlCaller,
  type GraphqlRequest
} from "../../application/api/GraphqlApi.ts";
import { Trace, type TraceContext } from "../../domain/event/Trace.ts";
import { LexiconCatalog } from "../../domain/lexicon/model/LexiconCatalog.ts";
import {
  defaultMaxResponseBytes,
  RecordIndex,
  type RecordIndexUnavailable
} from "../../domain/record/index/RecordIndex.ts";
import type { AdminContext, AdminServices } from "./admin/AdminContext.ts";
import { adminSdl, executeAdmin } from "./admin/adminApi.ts";
import { type CurrentApi, currentApi } from "./CurrentApi.ts";
import { type ApiError, apiError, authenticationRequired, problemError } from "./execute/ApiError.ts";
import { executeMutation } from "./execute/executeMutation.ts";
import { executeQuery } from "./execute/executeQuery.ts";
import { fairYield } from "./execute/fairYield.ts";
import { PersistedDocuments } from "./plan/document/PersistedDocuments.ts";
import { defaultLimits, type Limits } from "./plan/Limits.ts";
import type { Plan } from "./plan/Plan.ts";
import type { PlanError, PlanFailure } from "./plan/PlanError.ts";
import { sessionEnded } from "./problems/sessionEnded.ts";
import { unavailable } from "./problems/unavailable.ts";
import { uploadProblem } from "./problems/uploadProblem.ts";
import { validateDocument } from "./worker/validateDocument.ts";

/** How long an answer may take, and how large it may be. */
interface ResponseLimits {
  readonly seconds: number;
  readonly answerBytes: number;
}

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

const answer = (outcome: GraphqlAnswer["outcome"], body: string): GraphqlAnswer => ({ outcome, body });

const refused = (outcome: GraphqlAnswer["outcome"], error: ApiError): GraphqlAnswer =>
  answer(outcome, JSON.stringify({ errors: [error] }));

const planRejected = ({ phase, errors }: PlanFailure): GraphqlAnswer =>
  phase === "request"
    ? answer("rejected", JSON.stringify({ errors }))
    : answer("executed", JSON.stringify({ data: null, errors }));

const queryFailed = ({ reason }: RecordIndexUnavailable, { seconds, answerBytes }: ResponseLimits): GraphqlAnswer => {
  const failed = (error: ApiError) => answer("executed", JSON.stringify({ data: null, errors: [error] }));
  switch (reason) {
    case "timeout":
      return failed(apiError("TIMEOUT", `The query took longer than ${seconds} s. Ask for less, or filter more.`));
    case "too-large":
      return failed(
        apiError(
          "RESPONSE_TOO_LARGE",
          `The answer, or what is read for it, has more than ${answerBytes} bytes. Ask for smaller pages (first, last), or for fewer fields.`
        )
      );
    case "unreachable":
      return refused("unavailable", problemError(unavailable));
  }
};

const mutationByGet = apiError("BAD_REQUEST", "Send a mutation by POST.");

/** The error of the automatic persisted queries protocol, upon which clients send the document. */
const notPersisted = apiError("PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported");

const documentNotFound = (error: PlanError): GraphqlAnswer =>
  refused(error.extensions.code === "PERSISTED_QUERY_NOT_FOUND" ? "document-unknown" : "rejected", error);

/** The answer to an operation, with what it cost if that was asked for. */
const withCost =
  ({ cost: asked }: GraphqlRequest, { cost }: Plan) =>
  ({ outcome, body }: GraphqlAnswer) =>
    answer(outcome, asked ? `${body.slice(0, -1)},"extensions":{"cost":${cost}}}` : body);

type MutationServices = Effect.Effect.Context<ReturnType<typeof executeMutation>>;

/** The services for executing operations. Queries, the most frequent operations, need no context of their own. */
interface Dependencies {
  readonly index: RecordIndex["Type"];
  readonly services: Context.Context<MutationServices>;
  readonly answers: ResponseLimits;
}

const executeWith = (
  { index, services, answers }: Dependencies,
  current: CurrentApi,
  document: { readonly text: string; readonly skipValidation: boolean },
  request: GraphqlRequest,
  caller: GraphqlCaller,
  context: Effect.Effect<AdminContext>
) => {
  const planned = current.planner({
    document: document.text,
    skipValidation: document.skipValidation,
    operationName: request.operationName,
    variables: request.variables,
    viewerDid: caller.viewer?.did ?? null
  });
  if (Either.isLeft(planned)) return Effect.succeed(planRejected(planned.left));
  const plan = planned.right;
  const costed = withCost(request, plan);
  if (plan.kind === "query") {
    return executeQuery(index, current, plan, context).pipe(
      Effect.map((body) => costed(answer("executed", body))),
      Effect.catchTag("RecordIndexUnavailable", (failure) => Effect.succeed(queryFailed(failure, answers)))
    );
  }
  if (!request.mutations) return Effect.succeed(refused("mutation-not-allowed", mutationByGet));
  if (caller.refused) return Effect.succeed(refused("authentication-required", notSignedIn(caller)));
  return Effect.flatMap(context, (own) => executeMutation(current.api, plan, caller, own, request.idempotencyKey)).pipe(
    Effect.provide(services),
    Effect.map(costed)
  );
};

const notSignedIn = ({ over = null }: GraphqlCaller): ApiError => {
  if (over === null) return authenticationRequired;
  const { message, more } = sessionEnded(over);
  return apiError(authenticationRequired.extensions.code, message, more);
};

/** In characters. Any shorter document is planned within two milliseconds. */
const workerThreshold = 1_000;

const makeApi = Effect.fn("makeApi")(function* ({
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
  const dependencies: Dependencies = { index: yield* RecordIndex, services, answers };
  /** Relates the actions of an admin to the request that made them. */
  const contextOf = ({ admin, session = null, viewer }: GraphqlCaller, trace: TraceContext): AdminContext => ({
    admin,
    session,
    viewer,
    signedIn: viewer !== null || session !== null,
    run: (effect) =>
      runPromise(Effect.either(Effect.provideService(effect, Trace, trace))).then(Either.getOrThrowWith((own) => own))
  });
  return GraphqlApi.of({
    execute: Effect.fnUntraced(function* (request, caller) {
      const document = documents.find({ query: request.query, hash: request.documentHash });
      if (Either.isLeft(document)) return documentNotFound(document.left);
      const text = document.right;
      const api = yield* current;
      const context = Effect.map(Trace, (trace) => contextOf(caller, trace));
      if (text.length <= workerThreshold)
        return yield* executeWith(dependencies, api, { text, skipValidation: false }, request, caller, context);
      const validated = yield* validateDocument(api, text);
      if (Either.isLeft(validated)) return planRejected(validated.left);
      yield* yieldToOthers;
      return yield* executeWith(dependencies, api, { text, skipValidation: validated.right }, request, caller, context);
    }),
    executeAdmin: (request, caller) => {
      if (caller.refused) return Effect.succeed(refused("authentication-required", notSignedIn(caller)));
      if (request.query === "" && request.documentHash !== null)
        return Effect.succeed(refused("document-unknown", notPersisted));
      return Effect.flatMap(Trace, (trace) => Effect.promise(() => executeAdmin(request, contextOf(caller, trace))));
    },
    sdl: Effect.flatMap(current, ({ sdl }) => sdl),
    adminSdl,
    uploadProblem,
    sessionEnded
  });
});

/** The GraphQL APIs over the active Lexicons. A new set takes effect with the next request. */
export const layerWith = (options: GraphqlApiOptions) => Layer.scoped(GraphqlApi, makeApi(options));

/** The GraphQL APIs with the default limits and without persisted documents. */
export const layer = layerWith({});
