import { type CidBytes, cidText, isBlockCid } from "../../../domain/sync/repository/cidBytes.ts";
import { type DagCborCursor, UnexpectedCbor } from "../../../domain/sync/repository/DagCborCursor.ts";

/** An operation of a commit as a frame states it. */
export interface FrameOperation {
  readonly action: string | null;
  readonly path: string | null;
  /** The text of the CID. */
  readonly cid: string | null;
  readonly prev: CidBytes | null;
}

/** The maximum number of operations in a commit (AT Protocol, Sync: "Size Limits"). More are not read. */
const maxOperations = 200;

/**
 * The fields of the body of a frame that have a meaning here (`com.atproto.sync.subscribeRepos`). What is missing is
 * null. Nothing is checked but the type.
 */
export class FrameFields {
  seq: number | null = null;
  time: string | null = null;
  did: string | null = null;
  repo: string | null = null;
  rev: string | null = null;
  since: string | null = null;
  tooBig = false;
  commit: CidBytes | null = null;
  prevData: CidBytes | null = null;
  /** A view of the frame. */
  blocks: Uint8Array | null = null;
  ops: ReadonlyArray<FrameOperation> | null = null;
  hasTooManyOps = false;
  active: boolean | null = null;
  status: string | null = null;
  name: string | null = null;
  error: string | null = null;
  message: string | null = null;
  /** The field that is being read. */
  reading: string | null = null;

  /** Reads a body. Throws `UnexpectedCbor` if a field has another type. */
  read(cursor: DagCborCursor): void {
    const count = cursor.map();
    for (let place = 0; place < count; place += 1) {
      this.reading = cursor.text();
      this.#readField(this.reading, cursor);
    }
    this.reading = null;
  }

  #readField(field: string, cursor: DagCborCursor): void {
    switch (field) {
      case "seq":
        this.seq = cursor.unsigned();
        return;
      case "time":
      case "did":
      case "repo":
      case "rev":
      case "since":
      case "status":
      case "name":
      case "error":
      case "message":
        this[field] = cursor.textOrNull();
        return;
      case "commit":
      case "prevData":
        this[field] = blockLink(cursor);
        return;
      case "blocks":
        this.blocks = cursor.byteString();
        return;
      case "tooBig":
      case "active":
        this[field] = cursor.boolean();
        return;
      case "ops":
        this.#readOperations(cursor);
        return;
      default:
        cursor.skip();
    }
  }

  #readOperations(cursor: DagCborCursor): void {
    const count = cursor.list();
    this.hasTooManyOps = count > maxOperations;
    const ops: Array<FrameOperation> = [];
    for (let place = 0; place < count; place += 1) {
      if (place < maxOperations) ops.push(readOperation(cursor));
      else cursor.skip();
    }
    this.ops = ops;
  }
}

/** Reads the CID of a block, or null. */
const blockLink = (cursor: DagCborCursor): CidBytes | null => {
  const cid = cursor.linkOrNull();
  if (cid !== null && !isBlockCid(cid)) throw new UnexpectedCbor();
  return cid;
};

const readOperation = (cursor: DagCborCursor): FrameOperation => {
  let action: string | null = null;
  let path: string | null = null;
  let cid: CidBytes | null = null;
  let prev: CidBytes | null = null;
  const count = cursor.map();
  for (let place = 0; place < count; place += 1) {
    switch (cursor.text()) {
      case "action":
        action = cursor.text();
        break;
      case "path":
        path = cursor.text();
        break;
      case "cid":
        cid = cursor.linkOrNull();
        break;
      case "prev":
        prev = blockLink(cursor);
        break;
      default:
        cursor.skip();
    }
  }
  return { action, path, cid: cid === null ? null : cidText(cid), prev };
};
