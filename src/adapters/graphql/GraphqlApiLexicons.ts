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
import type { RecordIndexUnavailable } from "../../domain/record/RecordIndex.ts";
import type { AdminContext, AdminServices } from "./admin/AdminContext.ts";
import { adminSdl, executeAdmin } from "./admin/adminApi.ts";
import { type CurrentApi, currentApi } from "./CurrentApi.ts";
import { type ApiError, apiError, authenticationRequired } from "./execute/ApiError.ts";
import { executeMutation } from "./execute/executeMutation.ts";
import { executeQuery } from "./execute/executeQuery.ts";
import type { PlanFailure } from "./plan/PlanError.ts";

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

const executeWith = (
  { api, planner }: CurrentApi,
  request: GraphqlRequest,
  caller: GraphqlCaller,
  context: AdminContext
) => {
  const planned = planner({
    document: request.query,
    operationName: request.operationName,
    variables: request.variables,
    viewerDid: caller.viewer?.did ?? null
  });
  if (Either.isLeft(planned)) return Effect.succeed(unplanned(planned.left));
  const plan = planned.right;
  if (plan.kind === "query") {
    return executeQuery(api, plan, context).pipe(
      Effect.map((body) => answer("executed", body)),
      Effect.catchTag("RecordIndexUnavailable", (failure) => Effect.succeed(unanswered(failure)))
    );
  }
  if (!request.mutations) return Effect.succeed(refused("mutation-not-allowed", byPost));
  if (caller.refused) return Effect.succeed(refused("authentication-required", authenticationRequired));
  return Effect.map(executeMutation(api, plan, caller, context), (body) => answer("executed", body));
};

const makeApi = Effect.gen(function* () {
  const catalog = yield* LexiconCatalog;
  const current = currentApi(catalog.current);
  const runPromise = Runtime.runPromise(yield* Effect.runtime<AdminServices>());
  const services = yield* Effect.context<Effect.Effect.Context<ReturnType<typeof executeWith>>>();
  const run: AdminContext["run"] = (effect) =>
    runPromise(Effect.either(effect)).then(Either.getOrThrowWith((own) => own));
  const contextOf = ({ admin, viewer }: GraphqlCaller): AdminContext => ({ admin, signedIn: viewer !== null, run });
  return GraphqlApi.of({
    execute: (request, caller) =>
      Effect.flatMap(current, (api) => executeWith(api, request, caller, contextOf(caller))).pipe(
        Effect.provide(services)
      ),
    executeAdmin: (request, caller) =>
      caller.refused
        ? Effect.succeed(refused("authentication-required", authenticationRequired))
        : Effect.promise(() => executeAdmin(request, contextOf(caller))),
    sdl: Effect.map(current, ({ sdl }) => sdl()),
    adminSdl
  });
});

/** The GraphQL APIs over the Lexicons in force; another set takes effect with the next request. */
export const layer = Layer.effect(GraphqlApi, makeApi);
