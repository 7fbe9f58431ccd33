import { expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import { RecordIndex } from "../../src/domain/record/index/RecordIndex.ts";
import type { Field, Shape } from "../../src/domain/record/query/RecordQuery.ts";
import { cid, pageOf, recordOf, setOf } from "./recordIndexFixture.ts";

const link = "bafkreibme22gw2h7y2h7tg2fhqotaqjucnbc24deqo72b6mkl2egezxhvy";
const nsid = Nsid.make("test.contract.actors");
const blob: Shape = { _tag: "BlobShape", members: [{ _tag: "BlobUrl", key: "url", preset: "avatar" }] };
const fields: ReadonlyArray<Field> = [
  { _tag: "MetaField", key: "handle", meta: "actorHandle" },
  { _tag: "PropertyField", key: "files", property: "files", shape: { _tag: "ListShape", item: blob } }
];

const files = [
  { ref: { $link: link }, mimeType: "video/mp4" },
  { ref: { $link: link }, mimeType: "image/png" }
];

/** What every record index gives of authors. */
export const recordIndexActors = <E>(name: string, layer: Layer.Layer<RecordIndex, E>) =>
  it.layer(layer, { timeout: "60 seconds" })(`RecordIndex actors: ${name}`, (it) => {
    it.effect("returns the last known handle and PDS of an author", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const did = Did.make("did:web:localhost%3A2583");
        yield* index.define(
          setOf(nsid, { files: { _tag: "List", item: { _tag: "Blob", accept: [], maxSize: null } } })
        );
        yield* index.put(recordOf(nsid, "a", { files }, { did, cid }));
        const asked = pageOf(nsid, [{ _tag: "Nodes", key: "nodes", selection: fields }]);
        const told = (handle: string | null, video: string | null) => {
          const image = `https://cdn.bsky.app/img/avatar/plain/${did}/${link}@jpeg`;
          return JSON.stringify({ page: { nodes: [{ handle, files: [{ url: video }, { url: image }] }] } });
        };
        const at = (pds: string) => `${pds}/xrpc/com.atproto.sync.getBlob?did=did:web:localhost%253A2583&cid=${link}`;
        const handle = Handle.make("a.example");
        expect(yield* index.query(asked, [10])).toBe(told(null, null));
        yield* index.putActor({ did, handle: null, pds: "https://one.example" });
        expect(yield* index.query(asked, [10])).toBe(told(null, at("https://one.example")));
        yield* index.putActor({ did, handle, pds: null });
        expect(yield* index.query(asked, [10])).toBe(told("a.example", at("https://one.example")));
        yield* index.putActor({ did, handle: null, pds: "https://two.example" });
        expect(yield* index.query(asked, [10])).toBe(told("a.example", at("https://two.example")));
      })
    );
  });
