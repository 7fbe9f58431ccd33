import { type Finding, ok, problem, skipped } from "../../../application/instance/DoctorCheck.ts";
import { docsPath } from "../../../domain/documentation/docsUrl.ts";
import { type WalArchiving, walArchivingFault } from "../../../domain/health/WalArchiving.ts";
import { isoTime } from "../../../domain/time/isoTime.ts";

const remedy = `look at the free space of the archive, at who may write to it, and at the log of the database (see ${docsPath("operations", "restore-to-a-time")} of an instance)`;

/** Checks at a time that the server archives its write-ahead log; `isWanted` if this environment has it archived. */
export const walArchiveFinding = (archiving: WalArchiving | null, isWanted: boolean, now: number): Finding => {
  if (archiving === null)
    return isWanted
      ? problem("the database was started without WAL_ARCHIVE", "restart the service")
      : skipped("the database does not archive its write-ahead log");
  const { lastArchivedAt } = archiving;
  const last =
    lastArchivedAt === null ? "nothing is archived yet" : `it was archived last at ${isoTime(lastArchivedAt)}`;
  switch (walArchivingFault(archiving, now)) {
    case null:
      return ok(last);
    case "fails":
      return problem(`the write-ahead log cannot be archived; ${last}`, remedy);
    case "hangs":
      return problem(
        `${archiving.waitingSegments} segments of the write-ahead log wait to be archived; ${last}`,
        remedy
      );
  }
};
