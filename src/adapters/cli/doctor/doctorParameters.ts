import { file, flag, optional } from "../command/Parameter.ts";

export const bundle = flag(
  "--bundle",
  "Write what the checks find, with versions, settings, health, metrics and sizes, to one archive for an issue. It has no secrets, DIDs, addresses or records."
);

export const output = optional(
  "--output",
  file,
  "With --bundle: the archive to write (.tar.gz). The default has the time in its name, and is in this folder."
);

export const log = optional(
  "--log",
  file,
  "With --bundle: the file with the log of the service. Its last lines are added."
);
