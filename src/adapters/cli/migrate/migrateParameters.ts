import { flag } from "../command/Parameter.ts";

export const check = flag(
  "--check",
  "Change nothing, and end with 1 if migrations are pending or a later version applied some."
);
