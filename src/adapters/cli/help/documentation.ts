import { docsUrl } from "../../../domain/documentation/docsUrl.ts";
import type { CommandName } from "../command/commands.ts";
import { heading } from "../report/columns.ts";

/** What a help page depends on beside its command. */
export interface HelpOptions {
  readonly version: string;
  readonly colors: boolean;
  /** The public URL of the instance. */
  readonly publicUrl: string;
}

/** The line of a help page that names the page of the documentation about a command or a group. */
export const documentation = (name: CommandName, publicUrl: string, colors: boolean): string => {
  const anchor = name === "" ? null : name.replaceAll(" ", "-");
  return `${heading("Documentation:", colors)} ${docsUrl(publicUrl, "commands", anchor)}`;
};
