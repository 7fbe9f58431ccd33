import type { AcceptedAdvisory } from "./judgeAudit.ts";

/** The advisories that are accepted, each with its reason and a last day. */
export const acceptedAdvisories: ReadonlyArray<AcceptedAdvisory> = [];
