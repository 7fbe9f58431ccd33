/** Counts the objects and list entries in a value. Stops when there are more than `limit`. */
export const countParts = (value: unknown, limit: number): number => {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.length > limit ? value.length : value.length + countMembers(value, limit);
  return 1 + countMembers(value, limit);
};

const countMembers = (value: object, limit: number): number => {
  let count = 0;
  for (const member of Object.values(value)) {
    if (count > limit) return count;
    count += countParts(member, limit - count);
  }
  return count;
};
