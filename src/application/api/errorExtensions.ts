import { docsPath } from "../../domain/documentation/docsUrl.ts";

/** The extensions of an error in a GraphQL response. */
export interface ErrorExtensions<Code extends string = string> {
  readonly code: Code;
  /** The path of the page about the code, on every instance. */
  readonly documentation: string;
  readonly [name: string]: unknown;
}

/** Returns the extensions of an error: its code, the path of the page that explains the code, and further data. */
export const errorExtensions = <Code extends string>(
  code: Code,
  more: Readonly<Record<string, unknown>> = {}
): ErrorExtensions<Code> => ({ code, documentation: docsPath("reference/errors", code.toLowerCase()), ...more });
