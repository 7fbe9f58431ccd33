import { heading, wrappedColumns } from "../report/columns.ts";

/** The section of the help about exit codes. */
export const exitCodes = (meanings: Readonly<Record<number, string>>, colors: boolean): string =>
  `${heading("Exit codes:", colors)}\n${wrappedColumns(Object.entries(meanings))}`;
