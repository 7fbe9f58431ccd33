import * as Effect from "effect/Effect";
import { identity } from "effect/Function";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { OutboundRequest, OutboundResponse } from "../../domain/identity/OutboundHttp.ts";
import type { PdsCredentials, RepositoryFailure } from "../../domain/record/Repository.ts";
import { writeLimits } from "../../domain/record/writeLimits.ts";
import { malformedAnswer, type Operation, refusal, withoutAnswer } from "./repositoryFailure.ts";
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

/** Posts with the session of a person; too many requests are waited out, if that is not for long. */
export const call = (
  way: ProvenWay,
  credentials: PdsCredentials,
  operation: Operation,
  request: Omit<OutboundRequest, "method">
): Effect.Effect<OutboundResponse, RepositoryFailure> =>
  sendWithProof(
    way,
    credentials.key,
    credentials.accessToken,
    Effect.sync(() => ({
      ...request,
      method: "POST",
      headers: { ...request.headers, ...sessionHeaders(credentials) }
    }))
  ).pipe(Effect.mapError(withoutAnswer), Effect.flatMap(succeeded(operation, withoutSecrets(credentials))), (sent) =>
    waitOutRateLimit(sent, operation === "write" ? writeLimits.sendWithin : undefined)
  );

/** An answer of success, or what another one means. */
export const succeeded =
  (operation: Operation, hide: (text: string) => string = identity) =>
  (response: OutboundResponse): Effect.Effect<OutboundResponse, RepositoryFailure> =>
    response.status === 200 ? Effect.succeed(response) : refusal(operation, response, hide);

/** Reads the body of an answer of success. */
export const decodeAnswer = <A>(schema: Schema.Schema<A, string>, response: OutboundResponse) =>
  Effect.mapError(Schema.decode(schema)(response.body), () => malformedAnswer(response));
