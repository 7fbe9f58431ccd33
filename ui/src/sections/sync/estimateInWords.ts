import type { BackfillEstimateQuery } from "../../api/documents.ts";
import { countOf } from "../../components/countOf.ts";
import { secondsInWords } from "../clients/secondsInWords.ts";

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** Writes a number of bytes with two or three digits and a decimal unit. */
export const bytesInWords = (bytes: number): string => {
  const step = Math.min(units.length - 1, bytes < 1 ? 0 : Math.floor(Math.log10(bytes) / 3));
  const amount = bytes / 1000 ** step;
  return `${step === 0 || amount >= 100 ? Math.round(amount) : amount.toFixed(1)} ${units[step] ?? "TB"}`;
};

/** Says how much a backfill would read. */
export const estimateInWords = ({
  bytes,
  isExact,
  repositories,
  seconds
}: BackfillEstimateQuery["backfillEstimate"]): string => {
  const count = `${isExact ? "" : "More than "}${countOf(repositories)} ${repositories === 1 ? "repository" : "repositories"}`;
  if (bytes === null || seconds === null)
    return `${count}. The size is not known before the first backfill is complete.`;
  const time = secondsInWords(Math.max(1, Math.round(seconds)));
  return `${count}, about ${bytesInWords(bytes)} and ${time}, as earlier backfills took.`;
};
