import { countOf } from "../../components/countOf.ts";

/** A latency with the unit that fits it; a dash if there is none. */
export const latencyInWords = (milliseconds: number | null): string => {
  if (milliseconds === null) return "—";
  if (milliseconds >= 1_000) return `${(milliseconds / 1_000).toFixed(1)} s`;
  return `${milliseconds >= 10 ? Math.round(milliseconds) : milliseconds.toFixed(1)} ms`;
};

/** A part of a whole in percent, and "< 0.1 %" for what is not nothing. */
export const shareInWords = (part: number, whole: number): string => {
  if (part === 0 || whole === 0) return "0 %";
  const percent = (part / whole) * 100;
  if (percent < 0.1) return "< 0.1 %";
  return `${percent < 10 ? percent.toFixed(1) : Math.round(percent)} %`;
};

const units = ["bytes", "kB", "MB", "GB", "TB"] as const;

/** A size in the unit that fits it, in powers of 1,000. */
export const bytesInWords = (bytes: number): string => {
  const power = Math.min(units.length - 1, Math.max(0, Math.floor(Math.log10(Math.max(1, bytes)) / 3)));
  const size = bytes / 1_000 ** power;
  return `${power === 0 || size >= 100 ? countOf(Math.round(size)) : size.toFixed(1)} ${units[power]}`;
};
