import * as Either from "effect/Either";
import * as Encoding from "effect/Encoding";
import { canonicalJson } from "../json/canonicalJson.ts";
import { commitmentTo, saltLength } from "../personal/commitment.ts";
import { valueAt } from "../personal/jsonPointer.ts";
import { leafHashOf } from "../transparency/merkleHash.ts";
import { type EventLine, hasMembers } from "./exportLine.ts";
import type { Fault } from "./Fault.ts";

const utf8 = new TextEncoder();

const readSalt = (salt: unknown): Uint8Array | null => {
  const bytes = typeof salt === "string" ? Either.getOrNull(Encoding.decodeBase64Url(salt)) : null;
  return bytes?.length === saltLength && Encoding.encodeBase64Url(bytes) === salt ? bytes : null;
};

const isCommitted = (event: unknown, pointer: string, part: unknown): boolean => {
  const place = pointer === "" || pointer.startsWith("/") ? valueAt(event, pointer) : undefined;
  if (!hasMembers(place, ["commitment"]) || !hasMembers(part, ["salt", "value"])) return false;
  const salt = readSalt(part.salt);
  return salt !== null && commitmentTo(salt, part.value) === place.commitment;
};

/** Returns the leaf hash of the event in a line, or what does not hold about its hash or its personal parts. */
export const checkEventLine = ({
  event,
  leafHash,
  personal,
  position
}: EventLine): Either.Either<Uint8Array, Fault> => {
  const leaf = leafHashOf(utf8.encode(canonicalJson(event)));
  if (Encoding.encodeBase64Url(leaf) !== leafHash)
    return Either.left({ position, part: "leaf", reason: "the event does not match its leaf hash" });
  const wrong = Object.entries(personal).find(([pointer, part]) => !isCommitted(event, pointer, part))?.[0];
  return wrong === undefined
    ? Either.right(leaf)
    : Either.left({
        position,
        part: "personal-data",
        reason: `the value of ${wrong} does not match its commitment`
      });
};
