const relative = new Intl.RelativeTimeFormat("en", { numeric: "auto", style: "short" });
const units = [
  ["year", 31_536_000],
  ["month", 2_592_000],
  ["day", 86_400],
  ["hour", 3_600],
  ["minute", 60]
] as const;

/** How long ago, in the largest unit that fits. */
const ago = (date: Date): string => {
  const seconds = (date.getTime() - Date.now()) / 1000;
  const [unit, size] = units.find(([, each]) => Math.abs(seconds) >= each) ?? ["second", 1];
  return unit === "second" ? "just now" : relative.format(Math.trunc(seconds / size), unit);
};

/** Nothing for what is no date, since a record may hold anything. */
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
