import type { VerifyReport } from "../../../application/verify/VerifyReport.ts";
import { type Fault, faultText } from "../../../domain/verification/Fault.ts";
import type { Report } from "../report/present.ts";

/** What `--json` prints about a verification. */
const jsonOf = ({ checked, firstBad, rootHash, size }: VerifyReport) => ({
  ok: firstBad === null,
  checked,
  size,
  rootHash,
  firstBad
});

const counted = (count: number): string => `${count} ${count === 1 ? "event" : "events"}`;

/** The report about a verification. Its first line says that everything holds, or what does not. */
export const describeVerification = (report: VerifyReport, notes: ReadonlyArray<string>): Report => {
  const { checked, firstBad, rootHash, size } = report;
  const first =
    firstBad === null ? `holds: ${counted(checked)}, size ${size}, root ${rootHash ?? "none"}` : faultText(firstBad);
  return { text: [first, ...notes].join("\n"), json: jsonOf(report), isFailure: firstBad !== null };
};

/** The report about a single statement: it holds, or it does not. */
export const describeFault = (fault: Fault | null, size: number, rootHash: string, statement: string): Report =>
  describeVerification(
    { checked: fault === null ? 1 : 0, size, rootHash, firstBad: fault },
    fault === null ? [statement] : []
  );
