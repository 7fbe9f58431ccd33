/** A value of JSON that has members. */
type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members => typeof value === "object" && value !== null;

/** Returns the JSON pointer of a path of member names and indexes (RFC 6901). */
export const pointerOf = (segments: ReadonlyArray<string>): string =>
  segments.map((segment) => `/${segment.replaceAll("~", "~0").replaceAll("/", "~1")}`).join("");

const segmentsOf = (pointer: string): ReadonlyArray<string> => {
  const segments = pointer.split("/").slice(1);
  return pointer.includes("~")
    ? segments.map((segment) => segment.replaceAll("~1", "/").replaceAll("~0", "~"))
    : segments;
};

/** Returns the value at a path of member names and indexes; undefined where there is none. */
export const valueIn = (root: unknown, segments: ReadonlyArray<string>): unknown =>
  segments.reduce<unknown>(
    (value, segment) => (isMembers(value) && Object.hasOwn(value, segment) ? value[segment] : undefined),
    root
  );

/** Returns the value at a JSON pointer; undefined where there is none. */
export const valueAt = (root: unknown, pointer: string): unknown => valueIn(root, segmentsOf(pointer));

const replaceIn = (value: unknown, [segment, ...rest]: ReadonlyArray<string>, replacement: unknown): unknown => {
  if (segment === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((item: unknown, index) => (String(index) === segment ? replaceIn(item, rest, replacement) : item));
  if (!isMembers(value) || !Object.hasOwn(value, segment)) return value;
  return { ...value, [segment]: replaceIn(value[segment], rest, replacement) };
};

/** Returns a copy with another value at a JSON pointer, or the same value where there is no such place. */
export const replaceAt = (root: unknown, pointer: string, replacement: unknown): unknown =>
  replaceIn(root, segmentsOf(pointer), replacement);
