import * as Option from "effect/Option";
import { atUri, parseAtUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import type { IndexedRecord } from "../../../../src/domain/record/index/IndexedRecord.ts";

const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const image = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity";

/** A record as the index takes it, indexed at a minute of one hour. */
export const record = (uri: string, minute: number, value: JsonObject): IndexedRecord => {
  const address = Option.getOrThrow(parseAtUri(uri));
  const indexedAt = `2026-01-01T00:${String(minute).padStart(2, "0")}:00.000Z`;
  return { ...address, uri: atUri(address), cid, rev: null, indexedAt, value: { ...value, $type: address.collection } };
};

/** A few people, one of them without profiles, one with everything. */
/** A record as the index takes it, indexed at a minute of one hour. */
export const records: ReadonlyArray<IndexedRecord> = [
  record("at://did:plc:alice/app.bsky.actor.profile/self", 1, {
    displayName: "Alice",
    avatar: { $type: "blob", ref: { $link: image }, mimeType: "image/png", size: 12 },
    pinnedPost: { uri: "at://did:plc:alice/a.b.c/d", cid: image },
    labels: { $type: "com.atproto.label.defs#selfLabels", values: [{ val: "bot" }, { val: "art" }] },
    createdAt: "2025-01-01T01:00:00+01:00"
  }),
  record("at://did:plc:bob/app.bsky.actor.profile/self", 2, { labels: { $type: "some.other.thing" } }),
  record("at://did:plc:alice/app.neutral.actor.profile/self", 3, { displayName: "Alice again", description: "100%" }),
  record("at://did:plc:alice/xyz.statusphere.status/3jzfcijpj2z2a", 4, {
    status: "👍",
    createdAt: "2026-01-01T00:00:00Z"
  }),
  record("at://did:plc:alice/xyz.statusphere.status/3jzfcijpj2z2b", 5, {
    status: "👎",
    createdAt: "2026-01-02T00:00:00Z"
  }),
  record("at://did:plc:carol/xyz.statusphere.status/3jzfcijpj2z2c", 6, {
    status: "🎉",
    createdAt: "2026-01-03T00:00:00Z"
  })
];
