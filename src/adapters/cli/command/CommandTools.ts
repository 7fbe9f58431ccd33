import type { WitnessServer } from "../audit/WitnessServer.ts";
import type { Backups } from "../backup/Backups.ts";
import type { DoctorChecks } from "../doctor/DoctorChecks.ts";
import type { SupportBundle } from "../doctor/SupportBundle.ts";
import type { Keys } from "../keys/Keys.ts";
import type { Migrations } from "../migrate/Migrations.ts";
import type { NewApps } from "../new/NewApps.ts";

/** What the commands work with that open no stores of the service. */
export type CommandTools = Keys | Backups | Migrations | DoctorChecks | SupportBundle | NewApps | WitnessServer;
