import * as Effect from "effect/Effect";
import * as Option from "effect/Option";
import type { StorageUnavailable } from "../../../domain/storage/StorageUnavailable.ts";
import { CheckpointSigner } from "../../../domain/transparency/CheckpointSigner.ts";
import { Cosignatures } from "../../../domain/transparency/publishing/Cosignatures.ts";
import { SealedTree } from "../../../domain/transparency/SealedTree.ts";
import { parseTilePath, tileInTree, tileWidth } from "../../../domain/transparency/Tile.ts";
import { verifierKeyText } from "../../../domain/transparency/VerifierKey.ts";
import type { HttpRequest } from "../server/request/HttpRequest.ts";
import { entityTag, withEntityTag } from "../server/response/entityTag.ts";
import type { HttpResponse } from "../server/response/HttpResponse.ts";
import type { Route } from "../server/routing/Route.ts";

const prefix = "/log/";

const text = { "content-type": "text/plain; charset=utf-8" };

/** A client asks again for what does not exist yet. */
const notFound = (sentence: string): HttpResponse => ({
  status: 404,
  headers: { ...text, "cache-control": "no-cache" },
  body: `${sentence}\n`
});

const unavailable: HttpResponse = {
  status: 503,
  headers: { ...text, "cache-control": "no-store", "retry-after": "1" },
  body: "The database is not available. Try again in a moment.\n"
};

const send = (request: HttpRequest, body: string | Uint8Array, headers: HttpResponse["headers"]): HttpResponse =>
  withEntityTag(request, entityTag(body), { status: 200, headers, body });

const sendKeys = Effect.fnUntraced(function* (request: HttpRequest) {
  const { keys } = yield* CheckpointSigner;
  const current = keys.map(verifierKeyText);
  const earlier = (yield* (yield* SealedTree).verifierKeys).filter((key) => !current.includes(key));
  const body = [...current, ...earlier].map((key) => `${key}\n`).join("");
  return send(request, body, { ...text, "cache-control": "no-cache" });
});

const sendCheckpoint = Effect.fnUntraced(function* (request: HttpRequest) {
  const latest = Option.getOrNull(yield* (yield* SealedTree).latest);
  if (latest === null) return notFound("No checkpoint has been signed yet.");
  const cosignatures = yield* (yield* Cosignatures).linesOf(latest.size);
  return send(request, latest.note + cosignatures.join(""), { ...text, "cache-control": "no-cache" });
});

const noTile = notFound("The tree has no such tile.");

const sendTile = Effect.fnUntraced(function* (request: HttpRequest) {
  const wanted = Option.getOrNull(parseTilePath(request.path.slice(prefix.length)));
  if (wanted === null) return noTile;
  const tree = yield* SealedTree;
  const size = Option.match(yield* tree.latest, { onNone: () => 0, onSome: (checkpoint) => checkpoint.size });
  const published = Option.getOrNull(tileInTree(wanted.level, wanted.index, size));
  if (published === null || published.width < wanted.width) return noTile;
  const [tile] = yield* tree.tiles([wanted]);
  if (tile === undefined || tile.width < wanted.width) return noTile;
  return send(request, tile.hashes.subarray(0, wanted.width * 32), {
    "content-type": "application/octet-stream",
    // A partial tile never changes either, but its path is of no use once the tile is full.
    "cache-control": wanted.width === tileWidth ? "public, max-age=31536000, immutable" : "public, max-age=60"
  });
});

const orUnavailable = <R>(response: Effect.Effect<HttpResponse, StorageUnavailable, R>) =>
  Effect.catchTag(response, "StorageUnavailable", () => Effect.succeed(unavailable));

type Needs = CheckpointSigner | Cosignatures | SealedTree;

/**
 * Serves the transparency log (C2SP tlog-tiles): verifier keys, the latest checkpoint, and the hash tiles of what it covers.
 * Anyone may read it; events are not served here.
 */
export const logRoutes: ReadonlyArray<Route<Needs>> = [
  {
    methods: ["GET", "HEAD"],
    path: "/log/key",
    origins: "any",
    handle: (request) => orUnavailable(sendKeys(request))
  },
  {
    methods: ["GET", "HEAD"],
    path: "/log/checkpoint",
    origins: "any",
    handle: (request) => orUnavailable(sendCheckpoint(request))
  },
  {
    methods: ["GET", "HEAD"],
    path: "/log/tile/*",
    origins: "any",
    handle: (request) => orUnavailable(sendTile(request))
  }
];
