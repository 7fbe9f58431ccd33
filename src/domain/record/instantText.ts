/** An instant in microseconds since 1970 as ISO 8601 in UTC with milliseconds, or with microseconds where it has any. */
export const instantText = (microseconds: number): string => {
  const milliseconds = Math.floor(microseconds / 1000);
  const rest = microseconds - milliseconds * 1000;
  const text = new Date(milliseconds).toISOString();
  return rest === 0 ? text : `${text.slice(0, -1)}${String(rest).padStart(3, "0")}Z`;
};
