const own = { string: 2, member: 4, other: 5 };

/**
 * About how many characters a value of objects, lists and maps has as JSON, without making the text. What a map has
 * under several keys counts once, as it is kept once.
 */
export const weigh = (value: unknown): number => {
  if (typeof value === "string") return value.length + own.string;
  if (typeof value !== "object" || value === null) return own.other;
  if (value instanceof Map) return weighAll(value.keys()) + weighAll(new Set(value.values()));
  if (Array.isArray(value)) return weighAll(value);
  let weight = own.string;
  for (const [name, member] of Object.entries(value)) weight += name.length + own.member + weigh(member);
  return weight;
};

const weighAll = (values: Iterable<unknown>): number => {
  let weight = own.string;
  for (const value of values) weight += 1 + weigh(value);
  return weight;
};
