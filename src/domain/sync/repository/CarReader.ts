import { decode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { blockCidLength, blockCidPrefix, isBlockCid, isSameBytes, toBlockCid } from "./cidBytes.ts";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";

/** A block with its verified CID. */
export interface Block {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

/** Reads a CAR as a stream of pieces of any size, and holds no more than one block in memory. */
export interface CarReader {
  /** Returns the blocks that another piece completes. Do not read on after a fault. */
  readonly take: (piece: Uint8Array) => Either.Either<ReadonlyArray<Block>, RepositoryFault>;
  /** Ends the CAR and returns its root; null for blocks that were requested by their CIDs. */
  readonly end: () => Either.Either<CID | null, RepositoryFault>;
}

/** A record has up to 1 MiB (AT Protocol, Data Model); twice that excludes no valid block. */
const maxBlockBytes = 2_097_152;
const maxHeaderBytes = 4_096;

type Hash = (bytes: Uint8Array) => Uint8Array;

const Header = Schema.Struct({
  version: Schema.Literal(1),
  roots: Schema.Array(Schema.instanceOf(CID)).pipe(Schema.maxItems(1))
});
const decodeHeader = Schema.decodeUnknownEither(Header, { onExcessProperty: "error" });

const malformed = Either.left(fault("car-malformed"));

interface Section {
  /** The offset where its content begins; `to` is the offset after its end. */
  readonly from: number;
  readonly to: number;
}

/** The section at an offset; null if its length is incomplete (unsigned LEB128). */
const sectionAt = (bytes: Uint8Array, at: number, maxBytes: number): Either.Either<Section, RepositoryFault> | null => {
  let length = 0;
  for (let place = 0; place < 4; place += 1) {
    const byte = bytes[at + place];
    if (byte === undefined) return null;
    length += (byte & 0x7f) * 2 ** (7 * place);
    if (byte >= 0x80) continue;
    const from = at + place + 1;
    return length === 0 || length > maxBytes ? malformed : Either.right({ from, to: from + length });
  }
  return malformed;
};

const joined = (pieces: ReadonlyArray<Uint8Array>, size: number): Uint8Array => {
  const whole = new Uint8Array(size);
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole;
};

const readRoots = (header: Uint8Array): Either.Either<ReadonlyArray<CID>, RepositoryFault> =>
  Either.try({ try: () => decode(header), catch: () => fault("car-malformed") }).pipe(
    Either.flatMap((decoded) => Either.mapLeft(decodeHeader(decoded), () => fault("car-malformed"))),
    Either.map(({ roots }) => roots)
  );

/** Reads a block. It is copied, because the section is a part of what was received together. */
const readBlock = (section: Uint8Array, hash: Hash): Either.Either<Block, RepositoryFault> => {
  const copy = section.slice();
  const cid = copy.subarray(0, blockCidLength);
  if (!isBlockCid(cid)) return malformed;
  const bytes = copy.subarray(blockCidLength);
  if (!isSameBytes(hash(bytes), cid.subarray(blockCidPrefix.length))) return Either.left(fault("block-mismatch"));
  return Either.right({ cid: toBlockCid(cid), bytes });
};

/** Returns a reader of one CAR v1 with one root or none. `hash` computes a SHA-256. */
export const carReader = (hash: Hash): CarReader => {
  let pieces: Array<Uint8Array> = [];
  let size = 0;
  /** The bytes that the next section needs: pieces are joined once for it, however small they are. */
  let needed = 1;
  let roots: ReadonlyArray<CID> | null = null;
  let blocks: Array<Block> = [];

  const accept = (section: Uint8Array): Either.Either<void, RepositoryFault> => {
    if (roots !== null) return Either.map(readBlock(section, hash), (block) => void blocks.push(block));
    return Either.map(readRoots(section), (read) => {
      roots = read;
    });
  };

  const retain = (remaining: Uint8Array, atLeast: number): void => {
    pieces = remaining.length === 0 ? [] : [remaining];
    size = remaining.length;
    needed = Math.max(atLeast, remaining.length + 1);
  };

  const takeSections = (bytes: Uint8Array): Either.Either<void, RepositoryFault> => {
    let at = 0;
    while (at < bytes.length) {
      const section = sectionAt(bytes, at, roots === null ? maxHeaderBytes : maxBlockBytes);
      if (section === null) break;
      if (Either.isLeft(section)) return Either.left(section.left);
      const { from, to } = section.right;
      if (to > bytes.length) return Either.right(retain(bytes.slice(at), to - at));
      const accepted = accept(bytes.subarray(from, to));
      if (Either.isLeft(accepted)) return accepted;
      at = to;
    }
    return Either.right(retain(bytes.slice(at), 0));
  };

  return {
    take: (piece) => {
      pieces.push(piece);
      size += piece.length;
      if (size < needed) return Either.right([]);
      blocks = [];
      return Either.map(takeSections(joined(pieces, size)), () => blocks);
    },
    end: () => (roots === null || size > 0 ? Either.left(fault("car-truncated")) : Either.right(roots[0] ?? null))
  };
};
