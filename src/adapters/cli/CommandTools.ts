import type { Examinations } from "./doctor/Examinations.ts";
import type { Keys } from "./Keys.ts";
import type { Migrations } from "./Migrations.ts";

/** What commands work with that do without the stores of the service. */
export type CommandTools = Keys | Migrations | Examinations;
