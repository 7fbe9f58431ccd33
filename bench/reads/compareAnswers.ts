import { isDeepStrictEqual } from "node:util";
import { ask, type Contender, forEachAtOnce } from "./Contender.ts";
import type { GraphqlBody } from "./queries.ts";

const compared = new Set("uri cid did text lang displayName description totalCount hasNextPage".split(" "));

/** The values of a response in their order, without names, times and cursors, which each API formats in its own way. */
const facts = (answer: unknown): ReadonlyArray<unknown> => {
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => (compared.has(key) ? [value] : facts(value)));
};

const isSame = ({ sameBytes }: Contender, answer: string, expected: string): boolean =>
  sameBytes ? answer === expected : isDeepStrictEqual(facts(JSON.parse(answer)), facts(JSON.parse(expected)));

/** Sends a query to all contenders, and throws if one returns other values than the first. */
export const compareAnswers = async (
  asked: ReadonlyArray<{ readonly contender: Contender; readonly bodies: ReadonlyArray<GraphqlBody> }>
): Promise<void> => {
  const [first, ...others] = await Promise.all(
    asked.map(async ({ contender, bodies }) => ({
      contender,
      answers: await forEachAtOnce(bodies, (body) => ask(contender, body))
    }))
  );
  if (first === undefined) return;
  for (const { contender, answers } of others) {
    const at = answers.findIndex((answer, place) => !isSame(contender, answer, first.answers[place] ?? ""));
    if (at === -1) continue;
    const shown = [first.answers, answers].map((each) => each[at]?.slice(0, 1_000)).join("\n");
    throw new Error(`${contender.server.name} returns other values than ${first.contender.server.name}:\n${shown}`);
  }
};
