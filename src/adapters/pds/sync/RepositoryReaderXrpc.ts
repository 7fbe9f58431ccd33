import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import * as Schema from "effect/Schema";
import * as Stream from "effect/Stream";
import type { Did } from "../../../domain/atproto/Did.ts";
import { type Download, OutboundDownloads } from "../../../domain/identity/OutboundDownloads.ts";
import { OutboundHttp } from "../../../domain/identity/OutboundHttp.ts";
import { carReader } from "../../../domain/sync/CarReader.ts";
import { fault } from "../../../domain/sync/RepositoryFault.ts";
import { type FetchedRepository, RepositoryReader } from "../../../domain/sync/RepositoryReader.ts";
import { LatestCommit } from "../XrpcAnswers.ts";
import { xrpc } from "../xrpcCall.ts";
import { BlockFile } from "./BlockFile.ts";
import { malformedAnswer, refusal, withoutAnswer } from "./unreadable.ts";

export interface RepositoryReaderOptions {
  /** The most bytes of one repository, all of which may come to lie in a temporary file. */
  readonly maxBytes: number;
}

/** What the index of a block takes in memory bounds how many there may be: at most 84 MB for one repository. */
const maxBlocks = 2_000_000;
const maxErrorBytes = 65_536;
const carType = "application/vnd.ipld.car";

/** Milliseconds. A PDS may have to gather a large repository first. */
const times = { headersWithin: 60_000, completeWithin: 900_000 };
const leastRate = 8_192;

/** `RepositoryReader` over XRPC, without credentials. */
export const layer = (
  options: RepositoryReaderOptions
): Layer.Layer<RepositoryReader, never, OutboundHttp | OutboundDownloads> =>
  Layer.effect(
    RepositoryReader,
    Effect.gen(function* () {
      const http = yield* OutboundHttp;
      const downloads = yield* OutboundDownloads;
      return RepositoryReader.of({
        latestRev: Effect.fn("RepositoryReader.latestRev")((pds, did) => latestRev(http, pds, did)),
        fetch: Effect.fn("RepositoryReader.fetch")((pds, did, since) => fetch(downloads, options, pds, did, since))
      });
    })
  );

const decodeLatest = Schema.decode(LatestCommit);

const latestRev = (http: OutboundHttp["Type"], pds: string, did: Did) =>
  Effect.gen(function* () {
    const url = `${xrpc(pds, "com.atproto.sync.getLatestCommit")}?${new URLSearchParams({ did })}`;
    const response = yield* Effect.mapError(
      http.send({ method: "GET", url, headers: { accept: "application/json" } }),
      withoutAnswer
    );
    if (response.status !== 200) return yield* refusal(response);
    return (yield* Effect.mapError(decodeLatest(response.body), () => malformedAnswer)).rev;
  });

const fetch = (
  downloads: OutboundDownloads["Type"],
  { maxBytes }: RepositoryReaderOptions,
  pds: string,
  did: Did,
  since: string | null
) =>
  Effect.gen(function* () {
    const query = new URLSearchParams({ did, ...(since !== null && { since }) });
    const url = `${xrpc(pds, "com.atproto.sync.getRepo")}?${query}`;
    const download = yield* Effect.mapError(
      downloads.open({ url, headers: { accept: carType }, maxBytes, leastRate, ...times }),
      withoutAnswer
    );
    if (download.status !== 200) return yield* refused(download);
    if (!download.headers["content-type"]?.startsWith(carType)) return yield* malformedAnswer;
    return yield* spool(download);
  });

const refused = ({ body, headers, status }: Download) =>
  Effect.gen(function* () {
    const decoder = new TextDecoder();
    const text = yield* body.pipe(
      Stream.runFoldWhile(
        "",
        (read) => read.length < maxErrorBytes,
        (read, piece) => read + decoder.decode(piece, { stream: true })
      ),
      Effect.mapError(withoutAnswer)
    );
    return yield* refusal({ status, headers, body: text });
  });

/** Every block is held against its CID on its way into the file. */
const spool = ({ body }: Download) =>
  Effect.gen(function* () {
    const blocks = yield* BlockFile.make;
    const reader = carReader();
    yield* body.pipe(
      Stream.mapError(withoutAnswer),
      Stream.runForEach((piece) =>
        Effect.gen(function* () {
          const taken = yield* reader.take(piece);
          if (blocks.size + taken.length > maxBlocks) return yield* fault("too-many-blocks");
          yield* blocks.add(taken);
        })
      )
    );
    const root = yield* reader.end();
    return { root, read: (cid) => blocks.read(cid) } satisfies FetchedRepository;
  });
