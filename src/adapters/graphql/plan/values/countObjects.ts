/** Counts the objects in a value, without lists. Stops when there are more than `limit`. */
export const countObjects = (value: unknown, limit: number): number => {
  if (typeof value !== "object" || value === null) return 0;
  let count = Array.isArray(value) ? 0 : 1;
  for (const member of Object.values(value)) {
    if (count > limit) return count;
    count += countObjects(member, limit - count);
  }
  return count;
};
