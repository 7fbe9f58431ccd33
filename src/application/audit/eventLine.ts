import type { RecordedEvent } from "../../domain/event/Envelope.ts";
import { canonicalJson } from "../../domain/json/canonicalJson.ts";
import type { shownParts } from "../../domain/personal/shownParts.ts";
import type { StoredGroup } from "../../domain/personal/storedParts.ts";

/** What a line of an export has beside its event. `proof` is the inclusion proof with its hashes in base64, if there is one. */
interface LineMembers extends Pick<RecordedEvent, "leafHash" | "position"> {
  readonly personal?: ReturnType<typeof shownParts>;
  readonly proof: ReadonlyArray<unknown> | null;
  readonly sealed?: ReadonlyArray<StoredGroup>;
}

/**
 * Formats a line of an export. The event in it is exactly the bytes that the leaf hash covers, and the line as a whole is
 * canonical JSON (RFC 8785). Members that would be empty are left out (docs/auditing.md, "The line of an export").
 */
export const eventLine = (
  text: string,
  { leafHash, personal = {}, position, proof, sealed = [] }: LineMembers
): string => {
  const members = {
    leafHash,
    ...(Object.keys(personal).length === 0 ? {} : { personal }),
    position,
    ...(proof === null ? {} : { proof }),
    ...(sealed.length === 0 ? {} : { sealed })
  };
  return `{"event":${text},${canonicalJson(members).slice(1)}\n`;
};
