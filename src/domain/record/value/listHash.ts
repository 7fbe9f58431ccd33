import { sha256Base64Url } from "../../crypto/sha256.ts";
import type { Json } from "../../json/Json.ts";
import { recordText } from "./recordText.ts";

/** Names a stored list by its canonical JSON, so that equal lists have one name; null for what is no list. */
export const listHash = (stored: Json | undefined): string | null =>
  Array.isArray(stored) ? sha256Base64Url(recordText(stored)) : null;
