import * as Encoding from "effect/Encoding";
import { sha256 } from "../crypto/sha256.ts";
import { canonicalJson } from "../json/canonicalJson.ts";
import { committedForm } from "../personal/committedForm.ts";
import type { RecordedEvent } from "./Envelope.ts";

const utf8 = new TextEncoder();

/**
 * Returns the text that the hash of an event covers: RFC 8785 JSON of its envelope without `position` and `leafHash`,
 * with commitments in place of its personal parts.
 * The place of the leaf in the tree covers the position, so an event can be hashed before it has one.
 */
export const canonicalEvent = (event: Omit<RecordedEvent, "position" | "leafHash">): string => {
  const { id, type, occurredAt, actor, clientId, authorizationId, subjectDid, requestId } = event;
  const { causationId, correlationId, outcome, reason, data, stream, version, recordedAt, personal = [] } = event;
  const envelope = {
    id,
    type,
    occurredAt,
    actor,
    clientId,
    authorizationId,
    subjectDid,
    requestId,
    causationId,
    correlationId,
    outcome,
    reason,
    data,
    stream,
    version,
    recordedAt
  };
  return canonicalJson(personal.length === 0 ? envelope : committedForm(envelope, personal));
};

/** Returns the RFC 6962 leaf hash of an event, SHA-256(0x00 ‖ canonical bytes), in base64url. */
export const leafHash = (event: Omit<RecordedEvent, "position" | "leafHash">): string => {
  const body = utf8.encode(canonicalEvent(event));
  const leaf = new Uint8Array(body.length + 1);
  leaf.set(body, 1);
  return Encoding.encodeBase64Url(sha256(leaf));
};
