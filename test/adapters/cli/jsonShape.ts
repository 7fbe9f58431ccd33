/** The shape of a value: its members by name, the first element of a list, otherwise the type. */
export const shapeOf = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.length === 0 ? "list" : [shapeOf(value[0])];
  if (typeof value !== "object" || value === null) return value === null ? "null" : typeof value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, shapeOf(inner)]));
};

/** Whether two shapes may be of the same output: null stands for any value, an empty list for any list. */
export const agree = (documented: unknown, printed: unknown): boolean => {
  if (documented === "null" || printed === "null") return true;
  if (Array.isArray(documented) || Array.isArray(printed) || documented === "list" || printed === "list") {
    const isList = (value: unknown) => Array.isArray(value) || value === "list";
    if (!Array.isArray(documented) || !Array.isArray(printed)) return isList(documented) && isList(printed);
    return agree(documented[0], printed[0]);
  }
  if (typeof documented !== "object" || documented === null || typeof printed !== "object" || printed === null) {
    return documented === printed;
  }
  const [of, other] = [Object.entries(documented), new Map(Object.entries(printed))];
  return of.length === other.size && of.every(([name, inner]) => other.has(name) && agree(inner, other.get(name)));
};
