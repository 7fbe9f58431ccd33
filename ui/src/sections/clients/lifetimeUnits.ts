/** The units that a lifetime can be entered in, with their length in seconds. */
export const lifetimeUnits = [
  { unit: "minutes", seconds: 60 },
  { unit: "hours", seconds: 3_600 },
  { unit: "days", seconds: 86_400 }
] as const;
export type LifetimeUnit = (typeof lifetimeUnits)[number]["unit"] | "seconds";

/** A lifetime as it is entered: a number and its unit. An empty number stands for the default. */
export interface LifetimeEntry {
  readonly count: string;
  readonly unit: LifetimeUnit;
}

const secondsPer = (unit: LifetimeUnit): number => lifetimeUnits.find((each) => each.unit === unit)?.seconds ?? 1;

/** Returns a lifetime in the largest unit that divides it; null in the unit that is given. */
export const entryOf = (seconds: number | null, usual: number): LifetimeEntry => {
  const measured = seconds ?? usual;
  const { unit, seconds: size } = lifetimeUnits.findLast(({ seconds: each }) => measured % each === 0) ?? {
    unit: "seconds" as const,
    seconds: 1
  };
  return { count: seconds === null ? "" : String(seconds / size), unit };
};

/** Returns an entry in seconds: null for the default, NaN for a text that is no number. */
export const secondsOf = ({ count, unit }: LifetimeEntry): number | null =>
  count.trim() === "" ? null : Number(count) * secondsPer(unit);
