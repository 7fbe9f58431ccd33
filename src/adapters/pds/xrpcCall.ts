import * as Effect from "effect/Effect";
import { identity } from "effect/Function";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { OutboundRequest, OutboundResponse } from "../../domain/identity/OutboundHttp.ts";
import type { PdsCredentials } from "../../domain/record/Repository.ts";
import type {
  ReadFailureReason,
  RepositoryFailure,
  RepositoryFailureReason,
  WriteFailureReason
} from "../../domain/record/RepositoryFailure.ts";
import { writeLimits } from "../../domain/record/writeLimits.ts";
import { malformedAnswer, type Operation, refusal, withoutAnswer, writing } from "./repositoryFailure.ts";
import { type ProvenWay, sendWithProof } from "./sendWithProof.ts";
import { waitOutRateLimit } from "./waitOutRateLimit.ts";
import { withoutSecrets } from "./withoutSecrets.ts";

/** The address of a method of a PDS. */
export const xrpc = (pds: string, method: string): string => `${pds}/xrpc/${method}`;

/** What makes a request one of a session, beside its proof. */
export const sessionHeaders = ({ accessToken }: PdsCredentials): Readonly<Record<string, string>> => ({
  authorization: `DPoP ${Redacted.value(accessToken)}`,
  accept: "application/json"
});

/** Posts a write with the session of an account; waits and retries when the PDS limits requests for a short time. */
export const callWrite = (
  way: ProvenWay,
  credentials: PdsCredentials,
  request: Omit<OutboundRequest, "method">
): Effect.Effect<OutboundResponse, RepositoryFailure<WriteFailureReason>> =>
  sendWithProof(
    way,
    credentials.key,
    credentials.accessToken,
    Effect.sync(() => ({
      ...request,
      method: "POST",
      headers: { ...request.headers, ...sessionHeaders(credentials) }
    }))
  ).pipe(Effect.mapError(withoutAnswer), Effect.flatMap(succeeded(writing, withoutSecrets(credentials))), (sent) =>
    waitOutRateLimit(sent, writeLimits.sendWithin)
  );

/** An answer of success, or what another one means. */
export const succeeded =
  <Reason extends RepositoryFailureReason>(operation: Operation<Reason>, hide: (text: string) => string = identity) =>
  (response: OutboundResponse): Effect.Effect<OutboundResponse, RepositoryFailure<Reason | ReadFailureReason>> =>
    response.status === 200 ? Effect.succeed(response) : refusal(operation, response, hide);

/** Reads the body of an answer of success. */
export const decodeAnswer = <A>(schema: Schema.Schema<A, string>, response: OutboundResponse) =>
  Effect.mapError(Schema.decode(schema)(response.body), () => malformedAnswer(response));
