import { atLeastOne, flag, optional, path, required, textFor, wholeNumber } from "../command/Parameter.ts";

/** The files with Lexicons. */
export const paths = atLeastOne(
  "<path>",
  path,
  "A .json file, or a folder or .zip archive from which all .json files are read."
);

/** Confirms a change that removes records from the API. */
export const yes = flag("--yes", "Confirms that collections with records are removed from the API.");

export const nsid = required("<nsid>", textFor("nsid"), "The id of the Lexicon, as tidemark lexicons list shows it.");

export const nsids = atLeastOne("<nsid>", textFor("nsid"), "A Lexicon's id, as tidemark lexicons list shows it.");

export const add = flag("--add", "Checks what lexicons add would change, instead of lexicons import.");

export const output = optional(
  "--output",
  path,
  "The .zip archive or the new folder to write. By default, the documents are printed as JSON."
);

const number = wholeNumber("version", 1, 2 ** 31 - 1);

export const version = required("<version>", number, "The version, as tidemark lexicons versions numbers it.");

export const fromVersion = required("<from>", number, "The version to compare with.");

export const toVersion = required("<to>", number, "The version whose differences are shown.");
