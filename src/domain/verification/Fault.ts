/** The parts of a log that can fail verification, in the words of the reports. The earlier one is reported first. */
export const parts = [
  "position",
  "leaf",
  "personal-data",
  "stream-version",
  "tree",
  "tile",
  "checkpoint",
  "signature",
  "projection"
] as const;
export type Part = (typeof parts)[number];

/** Something that does not hold: the first position that is affected, the part, and the reason as a sentence. */
export interface Fault {
  readonly position: number;
  readonly part: Part;
  readonly reason: string;
}

/** Returns the fault of an event whose bytes do not hold. */
export const leafFault = (position: number, reason: string): Fault => ({ position, part: "leaf", reason });

/** Whether an error is a fault. */
export const isFault = (error: object): error is Fault => "part" in error && "position" in error;

/** Formats a fault as the first line of a report: `position 42: leaf: the event does not match its leaf hash`. */
export const faultText = ({ part, position, reason }: Fault): string => `position ${position}: ${part}: ${reason}`;

/** Returns the fault that is reported first: the one at the lowest position, and there the first of `parts`. */
export const firstFault = (faults: ReadonlyArray<Fault>): Fault | null =>
  faults.reduce<Fault | null>((first, fault) => {
    if (first === null || fault.position < first.position) return fault;
    if (fault.position > first.position) return first;
    return parts.indexOf(fault.part) < parts.indexOf(first.part) ? fault : first;
  }, null);
