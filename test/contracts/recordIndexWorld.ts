import * as fc from "fast-check";
import { type AtUri, atUri } from "../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../src/domain/atproto/Cid.ts";
import type { Did } from "../../src/domain/atproto/Did.ts";
import { RecordKey } from "../../src/domain/atproto/RecordKey.ts";
import type { LexiconSet } from "../../src/domain/lexicon/model/LexiconSet.ts";
import type { SeenActor } from "../../src/domain/record/index/Actor.ts";
import type { IndexedRecord } from "../../src/domain/record/index/IndexedRecord.ts";
import { dids, handles, likelyRkeys, rkeys } from "./recordIndexAddresses.ts";
import { lexicons, nsids } from "./recordIndexLexicons.ts";
import { object } from "./recordIndexValues.ts";

/** What two indexes are told before they are asked. */
export interface World {
  /** In force when the first records come. */
  readonly before: LexiconSet;
  readonly early: ReadonlyArray<IndexedRecord>;
  /** In force when the others come, and when questions are asked. */
  readonly after: LexiconSet;
  readonly late: ReadonlyArray<IndexedRecord>;
  readonly removed: ReadonlyArray<AtUri>;
  readonly actors: ReadonlyArray<SeenActor>;
}

const cid = Cid.make("bafyreie5cvv4h45feadgeuwhbcutmh6t2ceseocckahdoe6uat64zmz454");
const times = ["2024-01-01T00:00:00.000Z", "2024-01-01T00:00:00.001Z", "2024-06-01T12:00:00.000Z"];

const record = (set: LexiconSet): fc.Arbitrary<IndexedRecord> =>
  fc
    .record({
      did: fc.constantFrom(...dids, dids[0], dids[1]),
      of: fc.constantFrom(...set.collections),
      rkey: fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...likelyRkeys) }, fc.constantFrom(...rkeys)),
      rev: fc.option(fc.constant("3kabc")),
      indexedAt: fc.constantFrom(...times),
      extra: fc.oneof(
        { weight: 9, arbitrary: fc.constant({}) },
        { weight: 1, arbitrary: fc.constant({ extra: "\u0000" }) }
      )
    })
    .chain(({ did, of, rkey, rev, indexedAt, extra }) =>
      object(of.properties, set, 0).map((members) => ({
        uri: atUri({ did, collection: of.nsid, rkey }),
        cid,
        did,
        collection: of.nsid,
        rkey,
        rev,
        indexedAt,
        value: { $type: of.nsid, ...extra, ...members }
      }))
    );

export const world: fc.Arbitrary<World> = fc
  .tuple(lexicons, lexicons, fc.boolean())
  .chain(([first, other, changes]) => {
    const after = changes ? other : first;
    return fc.record({
      before: fc.constant(first),
      early: fc.array(record(first), { maxLength: 12 }),
      after: fc.constant(after),
      late: fc.array(record(after), { minLength: 12, maxLength: 24 }),
      removed: fc
        .subarray<Did>([...dids])
        .map((some) => some.map((did) => atUri({ did, collection: nsids[0], rkey: RecordKey.make("a") }))),
      actors: fc.array(
        fc.record({
          did: fc.constantFrom(...dids.slice(0, 2)),
          handle: fc.option(fc.constantFrom(...handles)),
          pds: fc.option(fc.constantFrom("https://pds.example", 'https://"quoted".example', "http://127.0.0.1:2583"))
        }),
        { maxLength: 3 }
      )
    });
  });
