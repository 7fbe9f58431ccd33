import { RelativeTime } from "../../components/RelativeTime.tsx";

const clock = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const exact = new Intl.DateTimeFormat("en", { dateStyle: "medium", timeStyle: "long" });

/** The time of a story below the name of its day: relative today, and the local time of day otherwise. */
export const StoryTime = ({ at, day }: { readonly at: string; readonly day: string }) =>
  day === "Today" ? (
    <RelativeTime at={at} />
  ) : (
    <time dateTime={at} title={exact.format(Date.parse(at))}>
      {clock.format(Date.parse(at))}
    </time>
  );
