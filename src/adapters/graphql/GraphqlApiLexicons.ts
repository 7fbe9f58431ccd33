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
import { LexiconCatalog } from "../../domain/lexicon/LexiconCatalog.ts";
import { RecordIndex, type RecordIndexUnavailable } from "../../domain/record/RecordIndex.ts";
import type { AdminContext, AdminServices } from "./admin/AdminContext.ts";
import { adminSdl, executeAdmin } from "./admin/adminApi.ts";
import { type CurrentApi, currentApi } from "./CurrentApi.ts";
import { type ApiError, apiError, authenticationRequired } from "./execute/ApiError.ts";
import { executeMutation } from "./execute/executeMutation.ts";
import { executeQuery } from "./execute/executeQuery.ts";
import { takeTurns } from "./execute/takeTurns.ts";
import { PersistedDocuments, type PersistedOptions } from "./plan/PersistedDocuments.ts";
import type { Plan } from "./plan/Plan.ts";
import type { PlanError, PlanFailure } from "./plan/PlanError.ts";

const answer = (outcome: GraphqlAnswer["outcome"], body: string): GraphqlAnswer => ({ outcome, body });

const refused = (outcome: GraphqlAnswer["outcome"], error: ApiError): GraphqlAnswer =>
  answer(outcome, JSON.stringify({ errors: [error] }));

const unplanned = ({ phase, errors }: PlanFailure): GraphqlAnswer =>
  phase === "request"
    ? answer("rejected", JSON.stringify({ errors }))
    : answer("executed", JSON.stringify({ data: null, errors }));

const unanswered = ({ reason }: RecordIndexUnavailable): GraphqlAnswer => {
  const timeout = apiError("TIMEOUT", "The query took too long. Ask for less, or filter more.");
  return reason === "timeout"
    ? answer("executed", JSON.stringify({ data: null, errors: [timeout] }))
    : refused(
        "unavailable",
        apiError("UNAVAILABLE", "The service cannot reach its database right now; try again in a moment.")
      );
};

const byPost = apiError("BAD_REQUEST", "Send a mutation by POST.");

/** In the words of the protocol of automatic persisted queries: clients then send the document. */
const notPersisted = apiError("PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported");

const unfound = (error: PlanError): GraphqlAnswer =>
  refused(error.extensions.code === "PERSISTED_QUERY_NOT_FOUND" ? "document-unknown" : "rejected", error);

/** The answer to an operation that was carried out, with what it cost if that was asked for. */
const executed =
  ({ cost: asked }: GraphqlRequest, { cost }: Plan) =>
  (body: string) =>
    answer("executed", asked ? `${body.slice(0, -1)},"extensions":{"cost":${cost}}}` : body);

type MutationServices = Effect.Effect.Context<ReturnType<typeof executeMutation>>;

/** What operations are carried out with. Queries, which are most, need no context of their own for it. */
interface Behind {
  readonly index: RecordIndex["Type"];
  readonly services: Context.Context<MutationServices>;
}

const executeWith = (
  { index, services }: Behind,
  { api, planner }: CurrentApi,
  document: string,
  request: GraphqlRequest,
  caller: GraphqlCaller,
  context: AdminContext
) => {
  const planned = planner({
    document,
    operationName: request.operationName,
    variables: request.variables,
    viewerDid: caller.viewer?.did ?? null
  });
  if (Either.isLeft(planned)) return Effect.succeed(unplanned(planned.left));
  const plan = planned.right;
  if (plan.kind === "query") {
    return executeQuery(index, api, plan, context).pipe(
      Effect.map(executed(request, plan)),
      Effect.catchTag("RecordIndexUnavailable", (failure) => Effect.succeed(unanswered(failure)))
    );
  }
  if (!request.mutations) return Effect.succeed(refused("mutation-not-allowed", byPost));
  if (caller.refused) return Effect.succeed(refused("authentication-required", authenticationRequired));
  return executeMutation(api, plan, caller, context).pipe(
    Effect.provide(services),
    Effect.map(executed(request, plan))
  );
};

/** In characters: what is shorter is planned in a millisecond or two, whatever it says. */
const longDocument = 1_000;

const makeApi = Effect.fn("makeApi")(function* (persisted: PersistedOptions) {
  const catalog = yield* LexiconCatalog;
  const documents = new PersistedDocuments(persisted);
  const current = currentApi(catalog.current);
  const turn = takeTurns();
  const runPromise = Runtime.runPromise(yield* Effect.runtime<AdminServices>());
  const behind: Behind = { index: yield* RecordIndex, services: yield* Effect.context<MutationServices>() };
  const run: AdminContext["run"] = (effect) =>
    runPromise(Effect.either(effect)).then(Either.getOrThrowWith((own) => own));
  const contextOf = ({ admin, viewer }: GraphqlCaller): AdminContext => ({ admin, signedIn: viewer !== null, run });
  return GraphqlApi.of({
    execute: (request, caller) =>
      Effect.gen(function* () {
        const document = documents.find({ query: request.query, hash: request.documentHash });
        if (Either.isLeft(document)) return unfound(document.left);
        if (document.right.length > longDocument) yield* turn;
        return yield* executeWith(behind, yield* current, document.right, request, caller, contextOf(caller));
      }),
    executeAdmin: (request, caller) => {
      if (caller.refused) return Effect.succeed(refused("authentication-required", authenticationRequired));
      if (request.query === "" && request.documentHash !== null)
        return Effect.succeed(refused("document-unknown", notPersisted));
      return Effect.promise(() => executeAdmin(request, contextOf(caller)));
    },
    sdl: Effect.map(current, ({ sdl }) => sdl()),
    adminSdl
  });
});

/** The GraphQL APIs over the Lexicons in force; another set takes effect with the next request. */
export const layer = Layer.effect(GraphqlApi, makeApi({ documents: [], only: false }));

/** The same, with documents that it knows from the start, and answering no others if so wished. */
export const layerPersisted = (persisted: PersistedOptions) => Layer.effect(GraphqlApi, makeApi(persisted));
