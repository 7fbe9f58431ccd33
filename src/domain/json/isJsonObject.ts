import type { JsonObject } from "./Json.ts";

/** Whether a value is a JSON object, not an array or null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
