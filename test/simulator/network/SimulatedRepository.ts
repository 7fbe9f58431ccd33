import {
  BlockMap,
  blocksToCarFile,
  DataDiff,
  getFullRepo,
  getRecords,
  MemoryBlockstore,
  MST,
  readCarWithRoot,
  signCommit
} from "@atproto/repo";
import { CID } from "multiformats/cid";
import type { SimulatedKey } from "./simulatedKey.ts";
import type { SimulatedRecord } from "./simulatedRecord.ts";

/** A change of one record; null deletes it. */
export interface RecordWrite {
  readonly collection: string;
  readonly rkey: string;
  readonly record: SimulatedRecord | null;
}

/** What a commit did to one record. */
export interface WrittenOperation {
  readonly action: "create" | "update" | "delete";
  readonly collection: string;
  readonly rkey: string;
  readonly record: SimulatedRecord | null;
  /** The CID before the commit, or null. */
  readonly previous: CID | null;
}

/** A signed commit as its host announces it. */
export interface MadeCommit {
  readonly repository: SimulatedRepository;
  readonly since: string | null;
  readonly prevData: CID | null;
  readonly operations: ReadonlyArray<WrittenOperation>;
  /** The commit, the nodes that prove the operations, and the new records. */
  readonly blocks: BlockMap;
}

/** `@atproto/repo` has its own class of CIDs. */
const toCid = ({ bytes }: { readonly bytes: Uint8Array }): CID => CID.decode(bytes);

const pathOf = ({ collection, rkey }: { readonly collection: string; readonly rkey: string }): string =>
  `${collection}/${rkey}`;

/** A repository at one revision, made by `@atproto/repo`. Later revisions share its blocks. */
export class SimulatedRepository {
  readonly did: string;
  readonly rev: string;
  readonly commit: CID;
  readonly tree: MST;
  readonly records: ReadonlyMap<string, SimulatedRecord>;
  private readonly store: MemoryBlockstore;

  private constructor(
    did: string,
    store: MemoryBlockstore,
    rev: string,
    commit: CID,
    tree: MST,
    records: ReadonlyMap<string, SimulatedRecord>
  ) {
    this.did = did;
    this.store = store;
    this.rev = rev;
    this.commit = commit;
    this.tree = tree;
    this.records = records;
  }

  /** Makes an empty repository. */
  static async empty(did: string, key: SimulatedKey, rev: string): Promise<MadeCommit> {
    const store = new MemoryBlockstore();
    return SimulatedRepository.sign({ did, key, rev, store, before: null }, await MST.create(store), [], new Map());
  }

  /** Makes the commit of writes to different records. A deletion of what is not there is left out. */
  async write(writes: ReadonlyArray<RecordWrite>, key: SimulatedKey, rev: string): Promise<MadeCommit> {
    let tree = this.tree;
    const records = new Map(this.records);
    const operations: Array<WrittenOperation> = [];
    for (const { collection, record, rkey } of writes) {
      const path = pathOf({ collection, rkey });
      const before = records.get(path) ?? null;
      if (record === null && before === null) continue;
      if (record === null) {
        tree = await tree.delete(path);
        records.delete(path);
      } else {
        await this.store.putBlock(record.cid, record.block);
        tree = before === null ? await tree.add(path, record.cid) : await tree.update(path, record.cid);
        records.set(path, record);
      }
      const action = record === null ? "delete" : before === null ? "create" : "update";
      operations.push({ action, collection, rkey, record, previous: before?.cid ?? null });
    }
    return SimulatedRepository.sign(
      { did: this.did, key, rev, store: this.store, before: this },
      tree,
      operations,
      records
    );
  }

  private static async sign(
    {
      before,
      did,
      key,
      rev,
      store
    }: {
      readonly did: string;
      readonly key: SimulatedKey;
      readonly rev: string;
      readonly store: MemoryBlockstore;
      readonly before: SimulatedRepository | null;
    },
    changed: MST,
    operations: ReadonlyArray<WrittenOperation>,
    records: ReadonlyMap<string, SimulatedRecord>
  ): Promise<MadeCommit> {
    const data = await changed.getPointer();
    const { newMstBlocks } = await DataDiff.of(changed, before?.tree ?? null);
    await store.putMany(newMstBlocks);
    const blocks = new BlockMap();
    const commit = toCid(await blocks.add(await signCommit({ did, version: 3, data, rev, prev: null }, key.pair)));
    await store.putMany(blocks);
    if (operations.length === 0) blocks.addMap(newMstBlocks);
    for (const operation of operations) {
      blocks.addMap(await changed.getCoveringProof(pathOf(operation)));
      const { record } = operation;
      if (record !== null) blocks.set(record.cid, record.block);
    }
    const repository = new SimulatedRepository(did, store, rev, commit, MST.load(store, data), records);
    return {
      repository,
      since: before?.rev ?? null,
      prevData: before === null ? null : toCid(await before.tree.getPointer()),
      operations,
      blocks
    };
  }

  /** Returns the complete repository as a CAR, as `getRepo` does. */
  async car(): Promise<Uint8Array> {
    const pieces: Array<Uint8Array> = [];
    for await (const piece of getFullRepo(this.store, this.commit)) pieces.push(piece);
    return new Uint8Array(Buffer.concat(pieces));
  }

  /** Returns the proof that a record exists or not, as `getRecord` does. */
  async proof(collection: string, rkey: string): Promise<Uint8Array> {
    const pieces: Array<Uint8Array> = [];
    for await (const piece of getRecords(this.store, this.commit, [{ collection, rkey }])) pieces.push(piece);
    return new Uint8Array(Buffer.concat(pieces));
  }

  /** Returns the commit alone as a CAR, as `#sync` carries it. */
  async commitCar(): Promise<Uint8Array> {
    return blocksToCarFile(this.commit, (await this.blocksOf([this.commit])).blocks);
  }

  /** Returns blocks by their CIDs; those that do not exist are left out. */
  async blocksOf(cids: ReadonlyArray<CID>): Promise<{ readonly blocks: BlockMap }> {
    return this.store.getBlocks([...cids]);
  }

  /** Returns all blocks by the text of their CIDs. */
  async allBlocks(): Promise<ReadonlyMap<string, Uint8Array>> {
    const { blocks } = await readCarWithRoot(await this.car());
    return new Map(blocks.entries().map(({ bytes, cid }) => [cid.toString(), bytes]));
  }
}
