import type { RecordProblem } from "../model/RecordProblem.ts";

const maxProblems = 3;
const maxLength = 500;

const describe = ({ path, reason }: RecordProblem): string =>
  path === "" ? `The record ${reason}` : `${path} ${reason}`;

/** Describes the first problems of a record in one text of limited length. */
export const describeProblems = (problems: ReadonlyArray<RecordProblem>): string => {
  const first = problems.slice(0, maxProblems).map(describe).join("; ");
  const others = problems.length > maxProblems ? `; and ${problems.length - maxProblems} more` : "";
  return `${first.slice(0, maxLength)}${others}.`;
};
