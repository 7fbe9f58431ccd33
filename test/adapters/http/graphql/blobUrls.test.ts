import { assert, it } from "@effect/vitest";
import * as Effect from "effect/Effect";
import { atUri } from "../../../../src/domain/atproto/AtUri.ts";
import { Cid } from "../../../../src/domain/atproto/Cid.ts";
import { Nsid } from "../../../../src/domain/atproto/Nsid.ts";
import { RecordKey } from "../../../../src/domain/atproto/RecordKey.ts";
import { RecordIndex } from "../../../../src/domain/record/index/RecordIndex.ts";
import { alice } from "../../../support/memoryService.ts";
import { bearer, graphql, graphqlServer } from "./graphqlServer.ts";

const link = "bafkreiccldh766hwcnuxnf2wh6jgzepf2nlu2lvcllt63eww5p6chi4ity";

/** A profile whose avatar is a film. */
const putProfile = Effect.gen(function* () {
  const index = yield* RecordIndex;
  const address = { did: alice.did, collection: Nsid.make("app.bsky.actor.profile"), rkey: RecordKey.make("self") };
  yield* index.put({
    ...address,
    uri: atUri(address),
    cid: Cid.make(link),
    rev: null,
    indexedAt: "2026-11-27T12:00:00.000Z",
    value: { avatar: { $type: "blob", ref: { $link: link }, mimeType: "video/mp4", size: 1 } }
  });
});

it.layer(graphqlServer)("the URL of a blob that is not an image", (it) => {
  it.effect("is available once the account has signed in", () =>
    Effect.gen(function* () {
      yield* putProfile;
      const query = "{ appBskyActorProfile { nodes { avatar { mimeType url } } } }";
      const answer = (url: string | null) => ({
        appBskyActorProfile: { nodes: [{ avatar: { mimeType: "video/mp4", url } }] }
      });
      assert.deepStrictEqual((yield* graphql(query)).data, answer(null));
      yield* bearer(alice);
      const url = `https://pds.example/xrpc/com.atproto.sync.getBlob?did=${alice.did}&cid=${link}`;
      assert.deepStrictEqual((yield* graphql(query)).data, answer(url));
    })
  );
});
