import { type Hashing, pureHashing } from "../crypto/Hashing.ts";
import { canonicalJson } from "../json/canonicalJson.ts";
import { type CommittedMembers, committedMembers } from "./committedMembers.ts";
import type { RecordedEvent } from "./Envelope.ts";

type Hashed = Omit<RecordedEvent, "position" | "leafHash">;

/** What precedes the canonical text of an event in its leaf: the byte 0x00 (RFC 6962, section 2.1). */
export const leafPrefix = "\0";

const canonicalText = (event: Hashed, committed: CommittedMembers): string => {
  const { id, type, occurredAt, actor, clientId, authorizationId, requestId } = event;
  const { causationId, correlationId, outcome, reason, stream, version, recordedAt } = event;
  // The members of an envelope are texts, integers and null, which JSON.stringify writes as RFC 8785 does; these are in its order.
  const before = {
    actor: { id: committed.actorId, type: actor.type },
    authorizationId,
    causationId,
    clientId,
    correlationId
  };
  const after = {
    id,
    occurredAt,
    outcome,
    reason,
    recordedAt,
    requestId,
    stream,
    subjectDid: committed.subjectDid,
    type,
    version
  };
  return `${JSON.stringify(before).slice(0, -1)},"data":${canonicalJson(committed.data)},${JSON.stringify(after).slice(1)}`;
};

/**
 * Returns the text that the hash of an event covers: RFC 8785 JSON of its envelope without `position` and `leafHash`,
 * with commitments in place of its personal parts.
 * The place of the leaf in the tree covers the position, so an event can be hashed before it has one.
 */
export const canonicalEvent = (event: Hashed): string => canonicalText(event, committedMembers(event));

/** Returns the leaf hash of an event whose committed members are known. */
export const leafHashBy = (event: Hashed, committed: CommittedMembers, { base64Url }: Hashing): string =>
  base64Url(leafPrefix + canonicalText(event, committed));

/** Returns the RFC 6962 leaf hash of an event, SHA-256(0x00 ‖ canonical bytes), in base64url. */
export const leafHash = (event: Hashed): string => leafHashBy(event, committedMembers(event), pureHashing);
