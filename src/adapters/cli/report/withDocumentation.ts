import { docsUrl } from "../../../domain/documentation/docsUrl.ts";
import { commandErrorAnchor } from "./commandErrorAnchor.ts";

interface Failure {
  readonly lines: ReadonlyArray<string>;
  readonly json: Readonly<Record<string, unknown>>;
}

/** Adds the URL of the section about the error code of a failure. Wrong usage names the help of the command already. */
export const withDocumentation = ({ json, lines }: Failure, publicUrl: string): Failure => {
  if (typeof json.error !== "string") return { json, lines };
  const url = docsUrl(publicUrl, "reference/errors", commandErrorAnchor(json.error));
  return {
    lines: json.error === "usage" ? lines : [...lines, `More: ${url}`],
    json: { ...json, documentation: url }
  };
};
