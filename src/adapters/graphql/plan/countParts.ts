/** How many objects and entries of lists a value holds; counting ends once there are more than `most`. */
export const countParts = (value: unknown, most: number): number => {
  if (typeof value !== "object" || value === null) return 0;
  if (Array.isArray(value)) return value.length > most ? value.length : value.length + within(value, most);
  return 1 + within(value, most);
};

const within = (value: object, most: number): number => {
  let count = 0;
  for (const member of Object.values(value)) {
    if (count > most) return count;
    count += countParts(member, most - count);
  }
  return count;
};
