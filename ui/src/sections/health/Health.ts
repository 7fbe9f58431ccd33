import type { HealthQuery } from "../../api/documents.ts";

/** The health of the instance. */
export type Health = HealthQuery["health"];
