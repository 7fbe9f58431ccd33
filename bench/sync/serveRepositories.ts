/**
 * The PDSes of `npm run bench -- sync backfill`: serveRepositories.ts <repositories> <records of each>. Each repository has
 * a loopback address of its own, as if it were at another host. The same server is the directory of their DIDs.
 */
import { createServer } from "node:http";
import type { CID } from "multiformats/cid";
import {
  addBlock,
  addCommit,
  addTree,
  type Blocks,
  memorySigningKey
} from "../../src/adapters/memory/pds/makeRepository.ts";
import { toIpld } from "../../src/domain/record/value/recordCid.ts";
import { carOf } from "../../test/support/carOf.ts";
import { didDocument } from "./didDocument.ts";
import { authorAt, sampleAt, tidAt } from "./sampleRecords.ts";

const [repositoryCount, recordCount] = [Number(process.argv[2]), Number(process.argv[3])];

interface StoredRepository {
  readonly did: string;
  readonly root: CID;
  readonly rev: string;
  readonly car: Uint8Array;
  /** The last part of its loopback address. */
  readonly host: number;
}

const makeRepository = (at: number): StoredRepository => {
  const did = authorAt(at);
  const blocks: Blocks = new Map();
  const leaves = Array.from({ length: recordCount }, (_, n) => {
    const { collection, value } = sampleAt(at * recordCount + n);
    return [`${collection}/${tidAt(n)}`, addBlock(blocks, toIpld(value))] as const;
  }).toSorted(([left], [right]) => (left < right ? -1 : 1));
  const rev = tidAt(recordCount);
  const root = addCommit(blocks, did, rev, addTree(blocks, leaves));
  return { did, root, rev, car: carOf(root, blocks), host: 2 + (at % 250) };
};

const repositories = new Map(
  Array.from({ length: repositoryCount }, (_, at) => makeRepository(at)).map((made) => [made.did, made])
);

const server = createServer(({ url = "/" }, response) => {
  const { pathname, searchParams } = new URL(url, "http://localhost");
  const answer = (status: number, body: object) =>
    response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
  const repository = repositories.get(searchParams.get("did") ?? decodeURIComponent(pathname.slice(1)));
  if (repository === undefined) return answer(404, { error: "RepoNotFound", message: "There is no such repository." });
  const { car, did, host, rev, root } = repository;
  const address = server.address();
  const port = typeof address === "object" ? address?.port : 0;
  if (pathname.endsWith("getRepo"))
    return response.writeHead(200, { "content-type": "application/vnd.ipld.car" }).end(car);
  if (pathname.endsWith("getLatestCommit")) return answer(200, { cid: root.toString(), rev });
  if (pathname.endsWith("getRepoStatus")) return answer(200, { did, active: true, rev });
  return answer(200, didDocument({ did, signingKey: memorySigningKey }, `http://127.0.0.${host}:${port}`));
});

server.listen(0, "0.0.0.0", () => {
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  process.send?.({ port, dids: [...repositories.keys()] });
});
process.once("disconnect", () => process.exit(0));
