import { decode } from "@ipld/dag-cbor";
import * as Either from "effect/Either";
import * as Schema from "effect/Schema";
import { CID } from "multiformats/cid";
import { create } from "multiformats/hashes/digest";
import { sha256 } from "../../crypto/sha256.ts";
import { fault, type RepositoryFault } from "./RepositoryFault.ts";

/** A block that is what its CID says. */
export interface Block {
  readonly cid: CID;
  readonly bytes: Uint8Array;
}

/** Reads a CAR as it comes, in whatever pieces, and holds no more of it than one block. */
export interface CarReader {
  /** The blocks that are complete with a further piece. After a fault nothing more is to be read. */
  readonly take: (piece: Uint8Array) => Either.Either<ReadonlyArray<Block>, RepositoryFault>;
  /** The root, when there is nothing more to come; null for blocks that were asked for by their CIDs. */
  readonly end: () => Either.Either<CID | null, RepositoryFault>;
}

/** A record has up to 1 MiB (AT Protocol, Data Model); twice that leaves nobody out. */
const maxBlockBytes = 2_097_152;
const maxHeaderBytes = 4_096;

/** A CIDv1 of DAG-CBOR and SHA-256: the only ones that a repository has (AT Protocol, Repository). */
const cidPrefix = [0x01, 0x71, 0x12, 0x20];
const cidBytes = cidPrefix.length + 32;

const Header = Schema.Struct({
  version: Schema.Literal(1),
  roots: Schema.Array(Schema.instanceOf(CID)).pipe(Schema.maxItems(1))
});
const decodeHeader = Schema.decodeUnknownEither(Header, { onExcessProperty: "error" });

const malformed = Either.left(fault("car-malformed"));

interface Section {
  /** Where its content begins and ends. */
  readonly from: number;
  readonly to: number;
}

/** The section at an offset; null when its length is not complete (unsigned LEB128). */
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

const isEqual = (left: Uint8Array, right: Uint8Array): boolean =>
  left.length === right.length && left.every((byte, at) => byte === right[at]);

const readRoots = (header: Uint8Array): Either.Either<ReadonlyArray<CID>, RepositoryFault> =>
  Either.try({ try: () => decode(header), catch: () => fault("car-malformed") }).pipe(
    Either.flatMap((decoded) => Either.mapLeft(decodeHeader(decoded), () => fault("car-malformed"))),
    Either.map(({ roots }) => roots)
  );

const readBlock = (section: Uint8Array): Either.Either<Block, RepositoryFault> => {
  if (section.length < cidBytes || !cidPrefix.every((byte, at) => section[at] === byte)) return malformed;
  const digest = section.slice(cidPrefix.length, cidBytes);
  const bytes = section.slice(cidBytes);
  if (!isEqual(sha256(bytes), digest)) return Either.left(fault("block-mismatch"));
  return Either.right({ cid: CID.createV1(0x71, create(0x12, digest)), bytes });
};

/** A reader of one CAR v1 with one root or none. */
export const carReader = (): CarReader => {
  let pieces: Array<Uint8Array> = [];
  let size = 0;
  /** How many bytes the next section is known to need: what came is joined once for it, however small the pieces are. */
  let needed = 1;
  let roots: ReadonlyArray<CID> | null = null;
  let blocks: Array<Block> = [];

  const accept = (section: Uint8Array): Either.Either<void, RepositoryFault> => {
    if (roots !== null) return Either.map(readBlock(section), (block) => void blocks.push(block));
    return Either.map(readRoots(section), (read) => {
      roots = read;
    });
  };

  const keep = (rest: Uint8Array, atLeast: number): void => {
    pieces = rest.length === 0 ? [] : [rest];
    size = rest.length;
    needed = Math.max(atLeast, rest.length + 1);
  };

  const takeSections = (bytes: Uint8Array): Either.Either<void, RepositoryFault> => {
    let at = 0;
    while (at < bytes.length) {
      const section = sectionAt(bytes, at, roots === null ? maxHeaderBytes : maxBlockBytes);
      if (section === null) break;
      if (Either.isLeft(section)) return Either.left(section.left);
      const { from, to } = section.right;
      if (to > bytes.length) return Either.right(keep(bytes.slice(at), to - at));
      const accepted = accept(bytes.subarray(from, to));
      if (Either.isLeft(accepted)) return accepted;
      at = to;
    }
    return Either.right(keep(bytes.slice(at), 0));
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
