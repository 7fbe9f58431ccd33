import { sha256Base64Url } from "../../crypto/sha256.ts";
import type { Json } from "../../json/Json.ts";
import { recordText } from "./recordText.ts";

/**
 * Returns the hash of a stored list over its canonical JSON, which is the same for equal lists; null if it is no list.
 */
export const listHash = (stored: Json | undefined): string | null =>
  Array.isArray(stored) ? sha256Base64Url(recordText(stored)) : null;
