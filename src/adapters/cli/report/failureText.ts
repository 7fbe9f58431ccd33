import { escapeControls } from "./escapeControls.ts";

/** What is printed on standard error about a failure: JSON, or its lines after the name of the program. */
export const failureText = (
  { json, lines }: { readonly lines: ReadonlyArray<string>; readonly json: unknown },
  asJson: boolean
): string =>
  asJson
    ? JSON.stringify(json)
    : lines
        .flatMap((line) => line.split("\n"))
        .map((line) => `tidemark: ${escapeControls(line)}`)
        .join("\n");

/** A usage error as `failureText` takes it. */
export const usageFailure = (lines: ReadonlyArray<string>) => ({
  lines,
  json: { error: "usage", message: lines.join("; ") }
});
