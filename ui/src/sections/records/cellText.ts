import { truncate } from "../../../../src/domain/text/truncate.ts";

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

const sizeText = (bytes: unknown): string =>
  typeof bytes === "number"
    ? `, ${bytes < 1_000_000 ? `${Math.ceil(bytes / 1000)} kB` : `${(bytes / 1_000_000).toFixed(1)} MB`}`
    : "";

/** The value at the path of a property, which is joined by dots; undefined if there is none. */
export const valueAt = (value: unknown, name: string): unknown =>
  name
    .split(".")
    .reduce((found: unknown, step) => (isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined), value);

/** A value of a record in one line of a table. */
export const cellText = (value: unknown, maxLength = 120): string => {
  if (value === undefined || value === null) return "–";
  if (typeof value === "string") return truncate(value.replaceAll(/\s+/g, " "), maxLength);
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (Array.isArray(value)) return value.length === 1 ? "1 item" : `${value.length} items`;
  if (isObject(value) && value.$type === "blob") return `${String(value.mimeType)}${sizeText(value.size)}`;
  if (isObject(value) && typeof value.$link === "string") return value.$link;
  return truncate(JSON.stringify(value), maxLength);
};
