const time = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
const day = new Intl.DateTimeFormat("en", { day: "numeric", month: "short" });
const dayAndTime = new Intl.DateTimeFormat("en", {
  day: "numeric",
  month: "short",
  hour: "2-digit",
  minute: "2-digit",
  hourCycle: "h23"
});

/** The start of a bucket, as precisely as its length requires. */
export const bucketName = (at: string, bucketSeconds: number): string => {
  const begin = Date.parse(at);
  if (bucketSeconds >= 86_400) return day.format(begin);
  return bucketSeconds > 3_600 ? dayAndTime.format(begin) : time.format(begin);
};
