import { isUtf8 } from "node:buffer";
import * as Either from "effect/Either";
import { isJsonObject } from "../../../domain/json/isJsonObject.ts";
import type { JsonObject } from "../../../domain/json/Json.ts";

/** Returns the JSON object of a message, or fails with what is wrong with the message. */
export const readJsonMessage = (data: Buffer): Either.Either<JsonObject, string> => {
  // The decoder would replace invalid bytes, so that the text would be another one.
  if (!isUtf8(data)) return Either.left("The message is not UTF-8.");
  try {
    const value: unknown = JSON.parse(data.toString());
    return isJsonObject(value) ? Either.right(value) : Either.left("The message is not a JSON object.");
  } catch {
    return Either.left("The message is not JSON.");
  }
};
