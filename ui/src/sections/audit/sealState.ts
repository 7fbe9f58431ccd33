import type { AuditLogQuery } from "../../api/documents.ts";

type Seal = Pick<AuditLogQuery["auditLog"], "lagSeconds" | "refusal">;

/** After how many seconds an event that is not sealed is called late. */
const lateAfter = 10;

/** Whether events wait for a checkpoint longer than they should. */
export const isLate = ({ lagSeconds }: Seal): boolean => lagSeconds > lateAfter;

/**
 * The badge of the latest checkpoint: its kind and its text. A checkpoint of a log whose verification failed is not shown as
 * good, even if it is current.
 */
export const sealState = (log: Seal, hasFailed: boolean): readonly [kind: string, text: string] => {
  if (log.refusal !== null) return ["bad", "Not sealing"];
  if (isLate(log)) return ["warn", "Behind"];
  return hasFailed ? ["bad", "Verification failed"] : ["good", "Current"];
};
