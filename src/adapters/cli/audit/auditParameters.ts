import { file, flag, oneOf, optional, required, textFor, wholeNumber } from "../command/Parameter.ts";

const maxEvents = 10_000;

export const limit = optional(
  "--limit",
  wholeNumber("count", 1, maxEvents),
  `How many of the latest events to list: 1 to ${maxEvents}, by default 50.`
);

export const stories = flag(
  "--stories",
  "List stories instead of events: one line for a sign-in, a write or another action with all its steps. --limit counts stories."
);

export const follow = flag(
  "--follow",
  "Continue with new events until Ctrl-C. With --stories, a story that continues is written again, with all its steps."
);

/** The subjects of `audit show`, for its help and for its usage error. */
export const subjects =
  "an authorization (auth_…), an account (DID or handle), a record (at://…), a position or an event id";

export const subject = required("<what>", textFor("what"), `A${subjects.slice(1)}.`);

export const format = optional(
  "--format",
  oneOf(["ndjson", "cloudevents", "ocsf", "ecs"]),
  "ndjson (the default) can be verified; cloudevents is CloudEvents 1.0, ocsf the Open Cybersecurity Schema Framework, ecs the Elastic Common Schema."
);

export const proofs = flag(
  "--proofs",
  "Adds to each line of ndjson the proof that the event is in the log of the checkpoint at the end."
);

export const source = optional(
  "--source",
  textFor("uri"),
  "The source of the CloudEvents, for example the URL of this instance; by default /tidemark."
);

export const output = optional(
  "--output",
  file,
  "The file to write; it appears only when the export is complete. By default, the export is printed."
);
