import type { LogVerificationsQuery } from "../../api/documents.ts";
import { withoutMiddle } from "../../components/CopyableId.tsx";

/** A verification that the log records. */
export type RecordedRun = LogVerificationsQuery["auditLog"]["verifications"]["last"][number];

/** Says who verified the log, and where. */
export const verifierOf = ({ actorHandle, actorId, place }: RecordedRun): string =>
  place === "DATABASE"
    ? "On the command line"
    : `In the browser of ${actorHandle ?? withoutMiddle(actorId ?? "an admin", 24)}`;
