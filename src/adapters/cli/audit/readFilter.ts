import * as Effect from "effect/Effect";
import { resolveSearch } from "../../../application/audit/resolveSearch.ts";
import type { InvalidAuditFilter } from "../../../domain/audit/InvalidAuditFilter.ts";
import type { Given } from "../command/Command.ts";
import { badUsage } from "../command/CommandFailed.ts";
import { explainFailure } from "../report/explainFailure.ts";
import { filters } from "./filterParameters.ts";

const optionNames = {
  clientId: "client",
  types: "type",
  authorizationId: "authorization",
  requestId: "request",
  text: "search"
} as const;

const isRenamed = (name: string): name is keyof typeof optionNames => Object.hasOwn(optionNames, name);

/** Translates an invalid filter into a usage error that names the option. */
export const invalidFilter = ({ argument, problem }: InvalidAuditFilter) =>
  badUsage(`--${isRenamed(argument) ? optionNames[argument] : argument} ${problem}`);

/** Reads the filter that was typed. */
export const readFilter = (given: Given) =>
  resolveSearch({
    did: given(filters.did),
    clientId: given(filters.client),
    types: given(filters.type),
    authorizationId: given(filters.authorization),
    outcome: given(filters.outcome),
    reason: given(filters.reason),
    stream: given(filters.stream),
    requestId: given(filters.request),
    text: given(filters.search),
    since: given(filters.since),
    until: given(filters.until),
    on: given(filters.on)
  }).pipe(
    Effect.mapError((error) => (error._tag === "InvalidAuditFilter" ? invalidFilter(error) : explainFailure(error)))
  );
