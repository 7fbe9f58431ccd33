import * as Options from "@effect/cli/Options";
import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import { resolveFilter } from "../../../application/audit/resolveFilter.ts";
import type { InvalidAuditFilter } from "../../../domain/audit/InvalidAuditFilter.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { choice } from "../command/choice.ts";
import { explainFailure } from "../report/explainFailure.ts";

const text = (name: string, value: string, what: string) =>
  Options.text(name).pipe(Options.withPseudoName(value), Options.withDescription(what), Options.optional);

/** What events are filtered by; each narrows what the others leave. */
export const filterOptions = {
  did: text("did", "account", "Of whom: a DID, or a handle that is known here."),
  client: text("client", "client-id", "Through which app."),
  type: Options.text("type").pipe(
    Options.withPseudoName("event-type"),
    Options.withDescription("Only this type, such as LoginFailed.v1; several are one of them."),
    Options.repeated
  ),
  authorization: text("authorization", "id", "By which authorization."),
  outcome: choice("outcome", ["success", "failure"]).pipe(
    Options.withDescription("Only what went well, or only what did not."),
    Options.optional
  ),
  reason: text("reason", "reason", "With this machine reason."),
  stream: text("stream", "stream", "Of this stream."),
  request: text("request", "id", "In this HTTP request, as in the answer's x-request-id."),
  since: text("since", "time", "Recorded then or later: 2026-01-31, or 2026-01-31T12:00:00Z."),
  until: text("until", "time", "Recorded before that time.")
};

type Typed = { readonly [Name in Exclude<keyof typeof filterOptions, "type">]: Option.Option<string> } & {
  readonly type: ReadonlyArray<string>;
};

const optionNames = {
  clientId: "client",
  types: "type",
  authorizationId: "authorization",
  requestId: "request"
} as const;

const isRenamed = (name: string): name is keyof typeof optionNames => Object.hasOwn(optionNames, name);

/** What was typed wrong, by the name of its option. */
export const invalidFilter = ({ argument, problem }: InvalidAuditFilter) =>
  badUsage(`--${isRenamed(argument) ? optionNames[argument] : argument} ${problem}`);

/** Reads the filter that was typed. */
export const typedFilter = (typed: Typed) =>
  resolveFilter({
    did: Option.getOrNull(typed.did),
    clientId: Option.getOrNull(typed.client),
    types: typed.type,
    authorizationId: Option.getOrNull(typed.authorization),
    outcome: Option.getOrNull(typed.outcome),
    reason: Option.getOrNull(typed.reason),
    stream: Option.getOrNull(typed.stream),
    requestId: Option.getOrNull(typed.request),
    since: Option.getOrNull(typed.since),
    until: Option.getOrNull(typed.until)
  }).pipe(
    Effect.mapError((error) => (error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error)))
  );
