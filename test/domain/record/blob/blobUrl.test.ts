import { assert, it } from "@effect/vitest";
import { cdnBlobUrl } from "../../../../src/domain/record/blob/blobUrl.ts";

const blobUrl = cdnBlobUrl("https://cdn.example");
const image = { did: "did:web:alice.invalid", cid: "bafy", mimeType: "image/png", preset: "avatar" } as const;

it.each([null, "https://pds.example.com", "https://localhost.example.com", "http://localhost.example.com"])(
  "an image of the PDS %s is on the CDN",
  (pds) => {
    assert.strictEqual(
      blobUrl({ ...image, pds }),
      "https://cdn.example/img/avatar/plain/did:web:alice.invalid/bafy@jpeg"
    );
  }
);

it.each(["http://localhost:2583", "http://127.0.0.1:2583", "http://[::1]", "http://localhost"])(
  "an image of the PDS %s, which no CDN can reach, is on that PDS",
  (pds) => {
    assert.strictEqual(
      blobUrl({ ...image, pds }),
      `${pds}/xrpc/com.atproto.sync.getBlob?did=did:web:alice.invalid&cid=bafy`
    );
  }
);
