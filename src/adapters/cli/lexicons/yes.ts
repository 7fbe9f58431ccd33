import * as Options from "@effect/cli/Options";

/** Confirms a change that takes records out of the API. */
export const yes = Options.boolean("yes").pipe(
  Options.withDescription("Confirms that collections with records go out of the API.")
);
