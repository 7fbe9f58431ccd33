const weekday = new Intl.DateTimeFormat("en-GB", { weekday: "long" });
const thisYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long" });
const otherYear = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "long", year: "numeric" });

/** The local day as a number that grows by one each day, also when the clocks change. */
const dayNumber = (time: Date): number =>
  Math.round(Date.UTC(time.getFullYear(), time.getMonth(), time.getDate()) / 86_400_000);

/** Returns the local day of a time as people say it: `Today`, `Yesterday`, or `Friday, 27 November`. Times in Unix milliseconds. */
export const dayName = (at: number, now: number): string => {
  const [then, today] = [new Date(at), new Date(now)];
  const days = dayNumber(today) - dayNumber(then);
  if (days === 0) return "Today";
  if (days === 1) return "Yesterday";
  const date = then.getFullYear() === today.getFullYear() ? thisYear : otherYear;
  return `${weekday.format(then)}, ${date.format(then)}`;
};

/** A list divided into days. Neighbours of the same day are in one group. */
export const groupByDay = <Item>(
  items: ReadonlyArray<Item>,
  timeOf: (item: Item) => number,
  now: number
): ReadonlyArray<{ readonly day: string; readonly items: ReadonlyArray<Item> }> => {
  const groups: Array<{ readonly day: string; readonly items: Array<Item> }> = [];
  for (const item of items) {
    const day = dayName(timeOf(item), now);
    const last = groups.at(-1);
    if (last?.day === day) last.items.push(item);
    else groups.push({ day, items: [item] });
  }
  return groups;
};
