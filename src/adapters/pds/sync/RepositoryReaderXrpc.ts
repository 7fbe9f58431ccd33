import { hash } from "node:crypto";
import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import * as Stream from "effect/Stream";
import { CID } from "multiformats/cid";
import { Cid } from "../../../domain/atproto/Cid.ts";
import type { Did } from "../../../domain/atproto/Did.ts";
import { tidMilliseconds } from "../../../domain/atproto/tidMilliseconds.ts";
import { traced } from "../../../domain/failure/traced.ts";
import { type Download, type DownloadRequest, OutboundDownloads } from "../../../domain/outbound/OutboundDownloads.ts";
import { OutboundHttp } from "../../../domain/outbound/OutboundHttp.ts";
import { accountStatusOf } from "../../../domain/sync/account/AccountStatus.ts";
import type { BlockCid } from "../../../domain/sync/repository/BlockCid.ts";
import { type Block, carReader } from "../../../domain/sync/repository/CarReader.ts";
import { fault } from "../../../domain/sync/repository/RepositoryFault.ts";
import {
  type FetchedRepository,
  RepositoryReader,
  type RepositoryStatus
} from "../../../domain/sync/repository/RepositoryReader.ts";
import { xrpc } from "../repository/xrpcCall.ts";
import { BlockFile } from "./BlockFile.ts";
import { malformedRepository, unreadableFrom, unreadableRefusal } from "./unreadable.ts";

interface RepositoryReaderOptions {
  /** The maximum size of one repository in bytes, all of which may be stored in a temporary file. */
  readonly maxBytes: number;
  /** The folder of temporary files. */
  readonly temporaryFolder: string;
}

/** Limits the number of blocks, and so the memory of their index to 84 MB per repository. */
const maxBlocks = 2_000_000;
const maxErrorBytes = 65_536;

const sha256 = (bytes: Uint8Array): Uint8Array => hash("sha256", bytes, "buffer");

const carType = "application/vnd.ipld.car";

/** In milliseconds. A PDS may need time to assemble a large repository. */
const callTimeouts = { headersWithin: 60_000, completeWithin: 900_000 };
const blockTimeouts = { headersWithin: 10_000, completeWithin: 60_000 };
const leastRate = 8_192;
/** Many times the size of nodes and most records. */
const maxBlockResponseBytes = 4_000_000;

/** Implements `RepositoryReader` over XRPC, without credentials. */
export const layer = (
  options: RepositoryReaderOptions
): Layer.Layer<RepositoryReader, never, OutboundHttp | OutboundDownloads> =>
  Layer.effect(
    RepositoryReader,
    Effect.gen(function* () {
      const http = yield* OutboundHttp;
      const downloads = yield* OutboundDownloads;
      return RepositoryReader.of({
        latest: traced("RepositoryReader.latest")((pds, did) => latest(http, pds, did)),
        status: traced("RepositoryReader.status")((pds, did) => status(http, pds, did)),
        fetch: traced("RepositoryReader.fetch")((pds, did) => fetch(downloads, options, pds, did)),
        blocks: traced("RepositoryReader.blocks")((pds, did, cids) => blocks(downloads, pds, did, cids))
      });
    })
  );

const decodeLatest = Schema.decode(
  Schema.parseJson(
    Schema.Struct({ cid: Cid, rev: Schema.String.pipe(Schema.filter((rev) => tidMilliseconds(rev) !== null)) })
  )
);

/** Returns the text of the response of a method that takes a DID. */
const ask = Effect.fnUntraced(function* (http: OutboundHttp["Type"], pds: string, method: string, did: Did) {
  const url = `${xrpc(pds, method)}?${new URLSearchParams({ did })}`;
  const response = yield* Effect.mapError(
    http.send({ method: "GET", url, headers: { accept: "application/json" } }),
    unreadableFrom
  );
  return response.status === 200 ? response.body : yield* unreadableRefusal(response);
});

const latest = Effect.fnUntraced(function* (http: OutboundHttp["Type"], pds: string, did: Did) {
  const body = yield* ask(http, pds, "com.atproto.sync.getLatestCommit", did);
  const { cid, rev } = yield* Effect.mapError(decodeLatest(body), () => malformedRepository);
  return { cid: CID.parse(cid), rev };
});

/** Hosts may state any status, or none; an account is active only if the host says so. */
const decodeStatus = Schema.decode(
  Schema.parseJson(
    Schema.Struct({
      active: Schema.Boolean,
      status: Schema.optional(Schema.Unknown),
      rev: Schema.optional(Schema.Unknown)
    })
  )
);

const status = Effect.fnUntraced(function* (http: OutboundHttp["Type"], pds: string, did: Did) {
  const body = yield* ask(http, pds, "com.atproto.sync.getRepoStatus", did);
  const stated = yield* Effect.mapError(decodeStatus(body), () => malformedRepository);
  return {
    status: stated.active ? null : accountStatusOf(stated.status),
    rev: typeof stated.rev === "string" && tidMilliseconds(stated.rev) !== null ? stated.rev : null
  } satisfies RepositoryStatus;
});

/** Returns a CAR response whose body is still arriving. */
const openCar = Effect.fnUntraced(function* (
  downloads: OutboundDownloads["Type"],
  request: Omit<DownloadRequest, "headers" | "leastRate">
) {
  const download = yield* Effect.mapError(
    downloads.open({ ...request, headers: { accept: carType }, leastRate }),
    unreadableFrom
  );
  if (download.status !== 200) return yield* refused(download);
  if (!download.headers["content-type"]?.startsWith(carType)) return yield* malformedRepository;
  return download;
});

const fetch = Effect.fnUntraced(function* (
  downloads: OutboundDownloads["Type"],
  { maxBytes, temporaryFolder }: RepositoryReaderOptions,
  pds: string,
  did: Did
) {
  const url = `${xrpc(pds, "com.atproto.sync.getRepo")}?${new URLSearchParams({ did })}`;
  return yield* spool(yield* openCar(downloads, { url, maxBytes, ...callTimeouts }), temporaryFolder);
});

const blocks = Effect.fnUntraced(function* (
  downloads: OutboundDownloads["Type"],
  pds: string,
  did: Did,
  cids: ReadonlyArray<BlockCid>
) {
  const query = new URLSearchParams({ did });
  for (const cid of cids) query.append("cids", cid.toString());
  const url = `${xrpc(pds, "com.atproto.sync.getBlocks")}?${query}`;
  const download = yield* openCar(downloads, { url, maxBytes: maxBlockResponseBytes, ...blockTimeouts });
  const reader = carReader(sha256);
  const found: Array<Block> = [];
  yield* Stream.runForEach(Stream.mapError(download.body, unreadableFrom), (piece) =>
    Effect.map(reader.take(piece), (taken) => found.push(...taken))
  );
  yield* reader.end();
  return found;
}, Effect.scoped);

const refused = Effect.fnUntraced(function* ({ body, headers, status }: Download) {
  const decoder = new TextDecoder();
  const text = yield* body.pipe(
    Stream.runFoldWhile(
      "",
      (read) => read.length < maxErrorBytes,
      (read, piece) => read + decoder.decode(piece, { stream: true })
    ),
    Effect.mapError(unreadableFrom)
  );
  return yield* unreadableRefusal({ status, headers, body: text });
});

const store = Effect.fnUntraced(function* (read: ReturnType<ReturnType<typeof carReader>["take"]>, blocks: BlockFile) {
  const taken = yield* read;
  if (blocks.size + taken.length > maxBlocks) return yield* fault("too-many-blocks");
  yield* blocks.add(taken);
});

/** Every block is verified against its CID before it is stored. */
const spool = Effect.fnUntraced(function* ({ body }: Download, folder: string) {
  const blocks = yield* BlockFile.make(folder);
  const reader = carReader(sha256);
  yield* body.pipe(
    Stream.mapError(unreadableFrom),
    Stream.runForEach((piece) => store(reader.take(piece), blocks))
  );
  const root = yield* reader.end();
  if (root === null) return yield* fault("car-malformed");
  return { root, bytes: blocks.bytes, read: (cid) => blocks.read(cid) } satisfies FetchedRepository;
});
