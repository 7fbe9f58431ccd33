import { assert, expect, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import type * as Layer from "effect/Layer";
import * as Option from "effect/Option";
import { Did } from "../../src/domain/atproto/Did.ts";
import { Handle } from "../../src/domain/atproto/Handle.ts";
import { Nsid } from "../../src/domain/atproto/Nsid.ts";
import type { Actor } from "../../src/domain/record/index/Actor.ts";
import { KnownActors } from "../../src/domain/record/index/KnownActors.ts";
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
export const recordIndexActors = <E>(name: string, layer: Layer.Layer<RecordIndex | KnownActors, E>) =>
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

    it.effect("stores what is known of authors, and returns it", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const actors = yield* KnownActors;
        const [one, other, unknown] = [Did.make("did:plc:one"), Did.make("did:plc:other"), Did.make("did:plc:unknown")];
        const first: Actor = {
          did: one,
          handle: Handle.make("one.example"),
          pds: "https://one.example",
          signingKey: "zOne"
        };
        const second: Actor = { did: other, handle: null, pds: null, signingKey: null };
        yield* index.putActor(first);
        yield* index.putActor({ did: one, handle: null, pds: null });
        yield* index.putActor({ did: other, handle: null, pds: null });
        expect(yield* actors.known([one, other, unknown])).toEqual(new Set([one, other]));
        yield* index.hide(other, "deactivated");
        yield* index.hide(unknown, "takendown");
        assert.deepStrictEqual(yield* actors.knownAndHidden([one, other, unknown]), {
          known: new Set([one, other]),
          hidden: new Set([other, unknown])
        });
        yield* Effect.forEach([other, unknown], index.show, { discard: true });
        const found = yield* actors.actors([one, other, unknown]);
        expect(found).toEqual(
          new Map([
            [one, first],
            [other, second]
          ])
        );
        const nothing: Actor = { did: one, handle: null, pds: null, signingKey: null };
        yield* index.setIdentity(nothing);
        expect((yield* actors.actors([one])).get(one)).toEqual(nothing);
        expect((yield* actors.known([])).size).toBe(0);
      })
    );

    it.effect("finds accounts by a part of their handle, the shortest handles first", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const actors = yield* KnownActors;
        const handles = ["xfoundx.test", "found.test", "afound.example", "found.example", "other.test"];
        const accounts = handles.map((handle, at) => ({
          did: Did.make(`did:plc:found${at}`),
          handle: Handle.make(handle)
        }));
        yield* Effect.forEach(accounts, (each) => index.putActor({ ...each, pds: null }));
        const found = yield* actors.search("found", 3);
        assert.deepStrictEqual(
          found.map(({ handle }) => String(handle)),
          ["found.test", "xfoundx.test", "found.example"]
        );
        assert.deepStrictEqual(found[0], accounts[1]);
        assert.deepStrictEqual(yield* actors.search("f_und%", 3), []);
      })
    );

    it.effect.each(["putActor", "setIdentity"] as const)("takes a handle from the account that had it: %s", (store) =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const actors = yield* KnownActors;
        const [one, other] = [Did.make(`did:plc:${store}one`), Did.make(`did:plc:${store}other`)];
        const handle = Handle.make(`${store.toLowerCase()}.example`);
        const identity = { pds: "https://one.example", signingKey: "zOne" };
        yield* index[store]({ did: one, handle, ...identity });
        yield* index[store]({ did: other, handle, ...identity });
        expect(yield* actors.find(handle)).toEqual(Option.some(other));
        expect((yield* actors.actors([one])).get(one)).toEqual({ did: one, handle: null, ...identity });
      })
    );

    it.effect("gives a handle that several accounts claim at once to one of them", () =>
      Effect.gen(function* () {
        const index = yield* RecordIndex;
        const actors = yield* KnownActors;
        const dids = Array.from({ length: 8 }, (_, at) => Did.make(`did:plc:rival${at}`));
        const [here, there] = [Handle.make("here.example"), Handle.make("there.example")];
        for (let round = 0; round < 5; round += 1) {
          yield* Effect.forEach(
            dids,
            (did, at) =>
              index.setIdentity({ did, handle: (at + round) % 2 === 0 ? here : there, pds: null, signingKey: null }),
            { concurrency: "unbounded" }
          );
          const handles = [...(yield* actors.handles(dids)).values()].toSorted();
          expect(handles).toEqual([here, there]);
        }
      })
    );
  });
