import type { JsonObject } from "../../../../src/domain/json/Json.ts";
import type { IndexedRecord } from "../../../../src/domain/record/index/IndexedRecord.ts";
import { lexiconsOfDocuments } from "../../../domain/lexicon/lexiconsOf.ts";
import { startingLexicons } from "../../../domain/lexicon/startingLexicons.ts";
import { record, records } from "./recordsInMemory.ts";

const string = { type: "string" };
const uri = { type: "string", format: "at-uri" };
const strong = { type: "ref", ref: "com.atproto.repo.strongRef" };
const box = { type: "object", properties: { link: uri, label: string } };

/** The starting Lexicons, and one more whose records hold references wherever there can be any. */
export const noteLexicons = lexiconsOfDocuments(...startingLexicons.documents, {
  lexicon: 1,
  id: "org.example.note",
  defs: {
    main: {
      type: "record",
      key: "tid",
      record: {
        type: "object",
        properties: {
          text: string,
          rank: { type: "integer" },
          at: { type: "string", format: "datetime" },
          by: { type: "string", format: "did" },
          about: uri,
          subject: strong,
          sources: { type: "array", items: uri },
          cites: { type: "array", items: strong },
          reply: { type: "object", properties: { root: uri, parent: strong } },
          parts: { type: "array", items: box },
          either: { type: "union", refs: ["#box"] }
        }
      }
    },
    box
  }
});

const status = "at://did:plc:alice/xyz.statusphere.status/3jzfcijpj2z2a";
const profile = "at://did:plc:alice/app.bsky.actor.profile/self";
const nowhere = "at://did:plc:nobody/xyz.statusphere.status/3jzfcijpj2z2a";
const noteOf = (did: string, rkey: string) => `at://${did}/org.example.note/3jzfcijpj2z2${rkey}`;
const alices = noteOf("did:plc:alice", "a");
const cid = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity";

const note = (did: string, rkey: string, minute: number, value: JsonObject): IndexedRecord =>
  record(noteOf(did, rkey), minute, value);

/** Records that point at each other, at nothing, and at what is no record. */
export const noteRecords: ReadonlyArray<IndexedRecord> = [
  ...records,
  note("did:plc:alice", "a", 10, {
    text: "one",
    rank: 1,
    at: "2026-01-04T23:30:00Z",
    by: "did:plc:bob",
    about: status,
    subject: { uri: alices, cid },
    sources: [status, nowhere, 7, profile],
    cites: [{ uri: profile, cid }, { cid }, { uri: status, cid }],
    reply: { root: profile, parent: { uri: nowhere, cid } },
    parts: [{ link: status, label: "x" }, { label: "y" }, 5],
    either: { $type: "org.example.note#box", link: profile }
  }),
  note("did:plc:alice", "b", 11, {
    text: "two",
    rank: 1,
    at: "2026-01-05T00:30:00+01:00",
    about: alices,
    by: "did:plc:bob"
  }),
  note("did:plc:bob", "a", 12, {
    text: "one",
    rank: 2,
    at: "2026-01-05T00:30:00Z",
    about: "nonsense",
    subject: { uri: status, cid },
    reply: { root: alices, parent: { uri: alices, cid } }
  }),
  note("did:plc:carol", "a", 13, { text: "one", at: "2026-02-01T00:00:00Z", about: alices, by: "did:plc:carol" }),
  note("did:plc:carol", "b", 14, { rank: 2, subject: "at://not/a/strongRef", sources: "no list", either: 3 })
];
