import * as Args from "@effect/cli/Args";

/** Where Lexicons are. */
export const paths = Args.path({ name: "path" }).pipe(
  Args.withDescription("Folders and .zip archives, of which all .json files are taken, and files."),
  Args.atLeast(1)
);
