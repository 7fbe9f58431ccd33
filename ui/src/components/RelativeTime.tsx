import { useSyncExternalStore } from "react";

const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "long" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });
const onDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

const units = [
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const;

const inWords = (at: number, now: number): string => {
  const seconds = (at - now) / 1000;
  if (Math.abs(seconds) < 10) return "now";
  if (Math.abs(seconds) >= 14 * 86_400) return onDay.format(at);
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? (["second", 1] as const);
  return relative.format(Math.round(seconds / size), unit);
};

const everyHalfMinute = (listener: () => void): (() => void) => {
  const timer = setInterval(listener, 30_000);
  return () => clearInterval(timer);
};

/** The time in half minutes, so that all relative times update together. */
const halfMinute = (): number => Math.floor(Date.now() / 30_000);

/** A time relative to now, with the exact time in the tooltip. */
export const RelativeTime = ({ at }: { readonly at: string }) => {
  useSyncExternalStore(everyHalfMinute, halfMinute);
  const time = Date.parse(at);
  if (Number.isNaN(time)) return <>{at}</>;
  return (
    <time dateTime={at} title={exact.format(time)}>
      {inWords(time, Date.now())}
    </time>
  );
};
