import type { GraphqlAnswer, GraphqlCaller } from "../../../application/api/GraphqlApi.ts";
import type { RecordIndexUnavailable } from "../../../domain/record/index/RecordIndex.ts";
import type { SearchRefused } from "../../../domain/search/SearchRefused.ts";
import type { PlanError, PlanFailure } from "../plan/PlanError.ts";
import { sessionEnded } from "../problems/sessionEnded.ts";
import { type ApiError, apiError, authenticationRequired } from "./ApiError.ts";
import { operationFailed } from "./operationFailed.ts";
import type { ResponseLimits } from "./ResponseLimits.ts";
import { readFailure } from "./readFailure.ts";

/** Returns an answer with a body. */
export const answer = <Body>(outcome: GraphqlAnswer["outcome"], body: Body): GraphqlAnswer<Body> => ({ outcome, body });

/** Returns the answer to a request of which nothing was executed. */
export const refused = (outcome: GraphqlAnswer["outcome"], error: ApiError): GraphqlAnswer =>
  answer(outcome, JSON.stringify({ errors: [error] }));

/** Returns the answer to a request that cannot be planned. */
export const planRejected = ({ phase, errors }: PlanFailure): GraphqlAnswer =>
  phase === "request"
    ? answer("rejected", JSON.stringify({ errors }))
    : answer("executed", JSON.stringify({ data: null, errors }));

/** Returns the answer to a query that the index cannot answer. */
export const queryFailed = (failure: RecordIndexUnavailable | SearchRefused, limits: ResponseLimits): GraphqlAnswer => {
  const error = readFailure(failure, limits);
  return failure.reason === "unreachable"
    ? refused("unavailable", error)
    : { ...answer("executed", JSON.stringify({ data: null, errors: [error] })), failed: operationFailed([error]) };
};

/** The error of a mutation by GET. */
export const mutationByGet = apiError("BAD_REQUEST", "Send a mutation by POST.");

/** The error of a subscription over a transport that cannot stream. */
export const needsStream = apiError(
  "BAD_REQUEST",
  "A subscription needs a connection that streams. Use a WebSocket with the subprotocol graphql-transport-ws, or send Accept: text/event-stream."
);

/** The error of the automatic persisted queries protocol, upon which clients send the document. */
export const notPersisted = apiError("PERSISTED_QUERY_NOT_SUPPORTED", "PersistedQueryNotSupported");

/** Returns the answer to a request whose document is not known or not allowed. */
export const documentNotFound = (error: PlanError): GraphqlAnswer =>
  refused(error.extensions.code === "PERSISTED_QUERY_NOT_FOUND" ? "document-unknown" : "rejected", error);

/** Returns the answer to a caller whose credential is not valid. */
export const notSignedIn = ({ over = null }: GraphqlCaller): GraphqlAnswer => {
  if (over === null) return refused("authentication-required", authenticationRequired);
  const { message, more } = sessionEnded(over);
  return refused("authentication-required", apiError(authenticationRequired.extensions.code, message, more));
};
