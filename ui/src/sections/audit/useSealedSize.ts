import { SealedSizeDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { isLate } from "./sealState.ts";

/** How far the log is sealed. */
export interface Sealed {
  /** The number of events that the latest checkpoint covers. */
  readonly size: number;
  /** Whether later events wait longer than they should. */
  readonly isLate: boolean;
}

/** Returns how far the log is sealed, and asks again until the events up to a position are; null while it is unknown. */
export const useSealedSize = (upTo: number): Sealed | null => {
  const { data } = useAdminQuery(
    SealedSizeDocument,
    {},
    { pollingInterval: (known) => ((known?.auditLog.checkpoint?.size ?? 0) < upTo ? 1_000 : false) }
  );
  if (data === undefined) return null;
  const { auditLog } = data;
  return { size: auditLog.checkpoint?.size ?? 0, isLate: isLate(auditLog) || auditLog.refusal !== null };
};
