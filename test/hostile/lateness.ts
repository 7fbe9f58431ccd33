import type { Misbehaviour } from "./HostilePds.ts";

/** From which request of a path on an answer never comes in time. */
const lateFrom = new WeakMap<Misbehaviour, number>();

/** Notes that an answer never comes in time, or not from a later request of its path on. */
export const late = (does: Misbehaviour, from = 0): Misbehaviour => {
  lateFrom.set(does, from);
  return does;
};

/** Whether an answer does not come in time, given how often its path was asked for before. */
export const isLate = (does: Misbehaviour | undefined, before: number): boolean =>
  does !== undefined && before >= (lateFrom.get(does) ?? Number.POSITIVE_INFINITY);
