/** A JSON object. */
type Members = Readonly<Record<string, unknown>>;

const isMembers = (value: unknown): value is Members =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** The members that hold the text of a record, by the names that Lexicons usually give them. */
const textNames = ["text", "title", "displayName", "name", "description", "content", "body", "message", "status"];

/** The texts of a record that a person reads first. */
export const textsOf = (value: unknown): ReadonlyArray<string> =>
  isMembers(value)
    ? textNames.flatMap((name) => {
        const text = value[name];
        return typeof text === "string" && text.trim() !== "" ? [text] : [];
      })
    : [];

/** The other members of a record, without its type. */
export const factsOf = (value: unknown): ReadonlyArray<readonly [string, unknown]> =>
  isMembers(value)
    ? Object.entries(value).filter(
        ([name, member]) => name !== "$type" && !(textNames.includes(name) && typeof member === "string")
      )
    : [];

const blobText = ({ mimeType, size }: Members): string =>
  `Blob${typeof mimeType === "string" ? `, ${mimeType}` : ""}${typeof size === "number" ? `, ${size} bytes` : ""}`;

/** Returns a value of a record in words, or as JSON if it has members of its own. */
export const valueText = (value: unknown): string => {
  if (typeof value === "string") return value;
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) return value.join(", ");
  if (!isMembers(value)) return JSON.stringify(value);
  if (value.$type === "blob") return blobText(value);
  if (typeof value.uri === "string" && typeof value.cid === "string") return value.uri;
  return JSON.stringify(value, null, 2);
};

/** The last part of the NSID of a collection, such as `post`. */
export const collectionName = (collection: string): string => collection.split(".").at(-1) ?? collection;
