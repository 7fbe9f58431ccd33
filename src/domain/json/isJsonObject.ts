import type { JsonObject } from "./Json.ts";

/** Whether a value is a JSON object, and neither a list nor null. */
export const isJsonObject = (value: unknown): value is JsonObject =>
  typeof value === "object" && value !== null && !Array.isArray(value);
