import { minuteOf } from "./minuteOf.ts";
import { type MinuteCount, reportedMinutes } from "./SyncReports.ts";

const minuteMs = 60_000;

const none = { events: 0, records: 0 };

/** Returns the current minute and those before it, `reportedMinutes` in total, oldest first, with those without events. */
export const everyMinute = (minutes: ReadonlyArray<MinuteCount>, now: number): ReadonlyArray<MinuteCount> => {
  const counts = new Map(minutes.map((each) => [each.minute, each]));
  const first = minuteOf(now) - (reportedMinutes - 1) * minuteMs;
  return Array.from({ length: reportedMinutes }, (_, at) => {
    const minute = first + at * minuteMs;
    return counts.get(minute) ?? { minute, ...none };
  });
};

/**
 * Returns the events per second over the last minute: those of the current minute, and of the one before it the part
 * that lies within the last 60 seconds, as if they had arrived evenly.
 */
export const eventsPerSecond = (minutes: ReadonlyArray<MinuteCount>, now: number): number => {
  const [before, current] = everyMinute(minutes, now).slice(-2);
  const elapsed = (now - minuteOf(now)) / minuteMs;
  return ((current?.events ?? 0) + (before?.events ?? 0) * (1 - elapsed)) / 60;
};
