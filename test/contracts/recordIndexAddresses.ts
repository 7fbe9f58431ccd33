import { type AtUri, atUri } from "../../src/domain/atproto/AtUri.ts";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import { nsids } from "./recordIndexLexicons.ts";

export const dids = [
  Did.make("did:plc:aaaaaaaaaaaaaaaaaaaaaaaa"),
  Did.make("did:plc:bbbbbbbbbbbbbbbbbbbbbbbb"),
  Did.make("did:web:c.example")
] as const;
export const handles = ["a.example", "b.example", "same.example"].map((text) => Handle.make(text));
const self = RecordKey.make("self");
export const rkeys = ["self", "a", "B", "~c", "10", "9"].map((text) => RecordKey.make(text));

/** Every address that a generated record can have. */
export const records: ReadonlyArray<AtUri> = dids.flatMap((did) =>
  nsids.flatMap((collection) => rkeys.map((rkey) => atUri({ did, collection, rkey })))
);

/** The keys that most records have, so that references find them. */
export const likelyRkeys = [self, ...rkeys.slice(0, 2)];

/** What most references lead to. */
export const likely = nsids.flatMap((collection, at) =>
  atUri({ did: dids[at % 2] ?? dids[0], collection, rkey: self })
);

/** At-uris that a record may hold: of records that are likely there, of others, and of none. */
export const atUris: ReadonlyArray<string> = [
  ...Array.from({ length: 60 }, () => likely).flat(),
  ...records,
  "at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa/test.index.unheard/a",
  "at://a.example/test.index.first/a",
  "at://did:plc:aaaaaaaaaaaaaaaaaaaaaaaa",
  `at://did:plc:${"a".repeat(2000)}/test.index.first/a`,
  "a\u0000b"
];
