import { isDeepStrictEqual } from "node:util";
import { ask, type Contender } from "./Contender.ts";
import type { GraphqlBody } from "./queries.ts";

const compared = new Set("uri cid did text lang displayName description totalCount hasNextPage".split(" "));

/** What an answer says, in its order, without what each API writes in its own way: names, times, cursors. */
const facts = (answer: unknown): ReadonlyArray<unknown> => {
  if (typeof answer !== "object" || answer === null) return [];
  return Object.entries(answer).flatMap(([key, value]) => (compared.has(key) ? [value] : facts(value)));
};

/** Asks all contenders, and throws where one does not say the same as the first. */
export const compareAnswers = async (
  asked: ReadonlyArray<{ readonly contender: Contender; readonly bodies: ReadonlyArray<GraphqlBody> }>
): Promise<void> => {
  const [first, ...others] = await Promise.all(
    asked.map(async ({ contender, bodies }) => ({
      contender,
      answers: await Promise.all(bodies.map((body) => ask(contender, body)))
    }))
  );
  if (first === undefined) return;
  const said = (answers: ReadonlyArray<string>) => answers.map((answer) => facts(JSON.parse(answer)));
  for (const { contender, answers } of others) {
    const same = contender.sameBytes
      ? isDeepStrictEqual(answers, first.answers)
      : isDeepStrictEqual(said(answers), said(first.answers));
    if (same) continue;
    const shown = [first.answers, answers].map((each) => each[0]?.slice(0, 1_000)).join("\n");
    throw new Error(`${contender.server.name} does not answer as ${first.contender.server.name} does:\n${shown}`);
  }
};
