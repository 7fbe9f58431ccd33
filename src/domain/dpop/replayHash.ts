import { sha256 } from "../crypto/sha256.ts";

/** Returns what is stored of a single use: the SHA-256 of the scope, a zero byte and the id. */
export const replayHash = (scope: string, id: string): Uint8Array => sha256(`${scope}\0${id}`);
