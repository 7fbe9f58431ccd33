import * as Effect from "effect/Effect";
import { identity } from "effect/Function";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { OutboundRequest, OutboundResponse } from "../../../domain/outbound/OutboundHttp.ts";
import type {
  ReadFailureReason,
  RepositoryFailure,
  RepositoryFailureReason,
  WriteFailureReason
} from "../../../domain/record/RepositoryFailure.ts";
import type { PdsCredentials } from "../../../domain/record/write/Repository.ts";
import { writeLimits } from "../../../domain/record/write/writeLimits.ts";
import { type DpopTransport, sendWithProof } from "../dpop/sendWithProof.ts";
import {
  malformedResponse,
  type Operation,
  repositoryFailureFrom,
  repositoryRefusal,
  writing
} from "./repositoryFailure.ts";
import { retryAfterRateLimit } from "./retryAfterRateLimit.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

/** Returns the URL of a method of a PDS. */
export const xrpc = (pds: string, method: string): string => `${pds}/xrpc/${method}`;

/** The headers of a session request in addition to its proof. */
export const sessionHeaders = ({ accessToken }: PdsCredentials): Readonly<Record<string, string>> => ({
  authorization: `DPoP ${Redacted.value(accessToken)}`,
  accept: "application/json"
});

/** Posts a write with the session of an account; waits and retries when the PDS limits requests for a short time. */
export const callWrite = (
  transport: DpopTransport,
  credentials: PdsCredentials,
  request: Omit<OutboundRequest, "method">
): Effect.Effect<OutboundResponse, RepositoryFailure<WriteFailureReason>> =>
  sendWithProof(
    transport,
    credentials.key,
    credentials.accessToken,
    Effect.sync(() => ({
      ...request,
      method: "POST",
      headers: { ...request.headers, ...sessionHeaders(credentials) }
    }))
  ).pipe(
    Effect.mapError(repositoryFailureFrom),
    Effect.flatMap(succeeded(writing, withoutSecrets(credentials))),
    (sent) => retryAfterRateLimit(sent, writeLimits.sendWithin)
  );

/** Returns a successful response, or fails. */
export const succeeded =
  <Reason extends RepositoryFailureReason>(operation: Operation<Reason>, hide: (text: string) => string = identity) =>
  (response: OutboundResponse): Effect.Effect<OutboundResponse, RepositoryFailure<Reason | ReadFailureReason>> =>
    response.status === 200 ? Effect.succeed(response) : repositoryRefusal(operation, response, hide);

/** Decodes the body of a successful response. */
export const decodeResponse = <A>(schema: Schema.Schema<A, string>, response: OutboundResponse) =>
  Effect.mapError(Schema.decode(schema)(response.body), () => malformedResponse(response));
