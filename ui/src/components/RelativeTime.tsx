import { useSyncExternalStore } from "react";
import { relativeTime } from "../../../src/domain/time/relativeTime.ts";

const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });
const onDay = new Intl.DateTimeFormat("en", { day: "numeric", month: "short", year: "numeric" });

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
      {relativeTime(time, Date.now()) ?? onDay.format(time)}
    </time>
  );
};
