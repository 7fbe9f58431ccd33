import { generateKeyPairSync, sign } from "node:crypto";
import * as Encoding from "effect/Encoding";
import { canonicalJson } from "../../../src/domain/json/canonicalJson.ts";
import { commitmentTo } from "../../../src/domain/personal/commitment.ts";
import { checkpointText } from "../../../src/domain/transparency/Checkpoint.ts";
import { MerkleFrontier } from "../../../src/domain/transparency/MerkleFrontier.ts";
import { leafHashOf } from "../../../src/domain/transparency/merkleHash.ts";
import { noteText } from "../../../src/domain/transparency/SignedNote.ts";
import { verifierKey, verifierKeyText } from "../../../src/domain/transparency/VerifierKey.ts";

/** An export of many events, with the key of its checkpoint. */
export interface LargeLog {
  readonly key: string;
  readonly checkpoint: string;
  /** The export, several lines in each chunk. */
  readonly chunks: ReadonlyArray<Buffer>;
}

const origin = "tidemark.example.com/log";
const eventsInStream = 5;

/** Returns the line of an event: a sign-in step with a personal value, in a stream of five events. */
const lineOf = (position: number) => {
  const salt = new Uint8Array(16).fill(position);
  const value = `did:plc:${String(position).padStart(24, "a")}`;
  const event = {
    actor: { id: { commitment: commitmentTo(salt, value) }, type: "user" },
    authorizationId: `auth_${Math.ceil(position / eventsInStream)}`,
    causationId: null,
    clientId: "client_abcdefghijklmnopqrstuv",
    correlationId: null,
    data: { expiresAt: 1_767_229_230_000, sessionHash: `hash-${position}`, scope: "atproto transition:generic" },
    id: "019b76db-1d30-7000-8000-000000000002",
    occurredAt: "2026-01-01T00:00:30.000Z",
    outcome: "success",
    reason: null,
    recordedAt: "2026-01-01T00:00:30.011Z",
    requestId: "req_AAAAAAAAAAAAAAAAAAAAAA",
    stream: `authorization-auth_${Math.ceil(position / eventsInStream)}`,
    subjectDid: null,
    type: "TokensRefreshed.v1",
    version: ((position - 1) % eventsInStream) + 1
  };
  const text = canonicalJson(event);
  const leafHash = leafHashOf(new TextEncoder().encode(text));
  const personal = { "/actor/id": { salt: Encoding.encodeBase64Url(salt), value } };
  const rest = canonicalJson({ leafHash: Encoding.encodeBase64Url(leafHash), personal, position });
  return { leafHash, line: `{"event":${text},${rest.slice(1)}\n` };
};

const linesInChunk = 200;

/** Makes the export of a log of `size` events, signed with a new key. */
export const largeLog = (size: number): LargeLog => {
  const { privateKey, publicKey } = generateKeyPairSync("ed25519");
  const key = verifierKey(origin, Buffer.from(publicKey.export({ format: "jwk" }).x ?? "", "base64url"));
  const frontier = new MerkleFrontier();
  const chunks: Array<Buffer> = [];
  for (let start = 1; start <= size; start += linesInChunk) {
    const count = Math.min(linesInChunk, size - start + 1);
    const lines = Array.from({ length: count }, (_, index) => lineOf(start + index));
    for (const { leafHash } of lines) frontier.add(leafHash);
    chunks.push(Buffer.from(lines.map(({ line }) => line).join("")));
  }
  const text = checkpointText({ origin, size, rootHash: frontier.root(), extensions: [] });
  const signature = sign(null, Buffer.from(text), privateKey);
  const checkpoint = noteText({ text, signatures: [{ name: origin, keyId: key.keyId, signature }] });
  chunks.push(Buffer.from(`${canonicalJson({ end: { checkpoint, count: size } })}\n`));
  return { key: verifierKeyText(key), checkpoint, chunks };
};
