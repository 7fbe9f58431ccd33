import * as Either from "effect/Either";
import type { SentSearch } from "../../../application/audit/resolveSearch.ts";

/** The parameters of an export and their meaning. Those of the first kind may occur once. */
const single = {
  did: "did",
  client: "clientId",
  authorization: "authorizationId",
  outcome: "outcome",
  reason: "reason",
  stream: "stream",
  request: "requestId",
  since: "since",
  until: "until",
  uri: "uri",
  text: "text"
} as const satisfies Readonly<Record<string, keyof SentSearch>>;

const isSingle = (name: string): name is keyof typeof single => Object.hasOwn(single, name);

const known = [...Object.keys(single), "type"].join(", ");

/** Returns the name of a parameter by its meaning. */
export const parameterOf = (argument: string): string =>
  argument === "types" ? "type" : (Object.entries(single).find(([, asked]) => asked === argument)?.[0] ?? argument);

/** Parses the query of an export, or returns what is wrong as a sentence that names the parameter. An empty value counts as absent. */
export const readExportQuery = (query: string): Either.Either<SentSearch, string> => {
  const sent = new URLSearchParams(query);
  for (const name of new Set(sent.keys())) {
    if (name === "type") continue;
    if (!isSingle(name)) {
      const shown = name.slice(0, 40).replace(/[^!-~]/g, "?");
      return Either.left(`"${shown}" is no parameter of an export; it takes ${known}`);
    }
    if (sent.getAll(name).length > 1) return Either.left(`${name} is given more than once; only type may be`);
  }
  const given = Object.entries(single).map(([name, argument]) => [argument, sent.get(name) || null] as const);
  return Either.right({ ...Object.fromEntries(given), types: sent.getAll("type").filter((type) => type !== "") });
};
