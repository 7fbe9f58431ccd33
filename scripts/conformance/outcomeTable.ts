import type { Outcome } from "../../test/conformance/oauth/runChecks.ts";

const cell = (text: string): string => text.replaceAll("|", "\\|");

/** The outcome of every check and the totals, for the terminal. */
export const outcomeTable = (outcomes: ReadonlyArray<Outcome>): string => {
  const lines = outcomes.map(({ error, id, status, title }) => {
    const why = error === null ? "" : `: ${error.slice(0, 160)}`;
    return `| ${id} | ${cell(title)} | ${status}${cell(why)} |`;
  });
  const count = (status: Outcome["status"]) => outcomes.filter((each) => each.status === status).length;
  return [
    "| id | check | result |",
    "| --- | --- | --- |",
    ...lines,
    "",
    `${count("passed")} passed, ${count("failed")} failed, ${count("skipped")} skipped of ${outcomes.length}`
  ].join("\n");
};
