import { flag } from "../command/Parameter.ts";

export const check = flag(
  "--check",
  "Change nothing, and exit with 1 if migrations are pending or a later version applied some."
);
