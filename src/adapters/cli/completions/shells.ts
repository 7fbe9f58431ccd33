import { oneOf, required } from "../command/Parameter.ts";

/** The shells that have a completion script. */
export const shell = required("<shell>", oneOf(["bash", "zsh", "fish"]), "The shell: bash, zsh or fish.");
