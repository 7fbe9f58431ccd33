const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const;

/** Formats a time as a relative one, in the largest fitting unit. */
const ago = (date: Date): string => {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return unit === "second" ? "just now" : relative.format(Math.trunc(seconds / size), unit);
};

/** A relative time. Shows nothing for an invalid date, because a record may contain anything. */
export const When = ({ createdAt }: { readonly createdAt: string | null }) => {
  const date = new Date(createdAt ?? Number.NaN);
  if (Number.isNaN(date.getTime())) return null;
  return (
    <>
      {" "}
      <time dateTime={date.toISOString()} title={date.toLocaleString()}>
        {ago(date)}
      </time>
    </>
  );
};
