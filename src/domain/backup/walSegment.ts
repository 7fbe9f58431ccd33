import { type WalPosition, walBytes } from "./WalPosition.ts";

const hex = (value: bigint): string => value.toString(16).toUpperCase().padStart(8, "0");

/** Returns the name of the segment that holds a position, as PostgreSQL names its files. */
export const walSegment = (position: WalPosition, timeline: number, segmentBytes: number): string => {
  const number = walBytes(position) / BigInt(segmentBytes);
  const perId = 0x1_0000_0000n / BigInt(segmentBytes);
  return hex(BigInt(timeline)) + hex(number / perId) + hex(number % perId);
};

const segmentName = /^[0-9A-F]{24}/;

/**
 * Says whether a file of an archive precedes a segment, so that no backup from that segment on needs it. Timelines do not
 * count, as in pg_archivecleanup: a later timeline may need segments of an earlier one. Files of other names are kept,
 * such as the histories of timelines.
 */
export const precedesSegment = (file: string, segment: string): boolean =>
  segmentName.test(file) && file.slice(8, 24) < segment.slice(8, 24);
