/** A PDS with one repository of a number of records, for the benchmark `backfill`. Prints its port when it is ready. */
import { createServer } from "node:http";
import { CID } from "multiformats/cid";
import { addBlock, addCommit, addTree, type Blocks, type Leaf } from "../../src/adapters/memory/pds/makeRepository.ts";
import { tid } from "../../src/domain/atproto/tid.ts";
import { carOf } from "../../test/support/carOf.ts";

const did = "did:plc:ewvi7nxzyoun6zhxrhs64oiz";
const count = Number(process.argv[2]);
const rev = (writes: number) => tid(1_790_000_000_000_000n + BigInt(writes), 1);

const blocks: Blocks = new Map();
const leaves: Array<Leaf> = Array.from({ length: count }, (_, at) => {
  const createdAt = new Date(1_790_000_000_000 + at * 1000).toISOString();
  const status = String.fromCodePoint(0x1f600 + (at % 60));
  const key = `xyz.statusphere.status/${tid(1_700_000_000_000_000n + BigInt(at), 0)}`;
  return [key, addBlock(blocks, { $type: "xyz.statusphere.status", status, createdAt, at })];
});
let root = addCommit(blocks, did, rev(0), addTree(blocks, leaves));
let car = carOf(root, blocks);
let revision = rev(0);
let requests = 0;

/** Replaces one record in the middle. */
const change = () => {
  const middle = Math.floor(count / 2);
  const [key = ""] = leaves[middle] ?? [];
  leaves[middle] = [key, addBlock(blocks, { $type: "xyz.statusphere.status", status: "🌊", changed: true })];
  root = addCommit(blocks, did, rev(1), addTree(blocks, leaves));
  revision = rev(1);
  car = carOf(root, blocks);
};

const server = createServer((request, response) => {
  const url = new URL(request.url ?? "", "http://localhost");
  const send = (bytes: Uint8Array) =>
    response.writeHead(200, { "content-type": "application/vnd.ipld.car" }).end(bytes);
  if (url.pathname === "/change") {
    change();
    requests = 0;
    return response.end();
  }
  if (url.pathname === "/requests") return response.end(String(requests));
  requests += 1;
  if (url.pathname.endsWith("getRepo")) return send(car);
  if (url.pathname.endsWith("getBlocks")) {
    const cids = url.searchParams.getAll("cids").map((text) => CID.parse(text).toString());
    return send(carOf(null, new Map(cids.map((cid) => [cid, blocks.get(cid) ?? new Uint8Array()]))));
  }
  return response
    .writeHead(200, { "content-type": "application/json" })
    .end(JSON.stringify({ cid: root.toString(), rev: revision }));
}).listen(0, "127.0.0.1", () => {
  const address = server.address();
  console.log(`${typeof address === "object" ? address?.port : ""} ${car.length} ${blocks.size}`);
});
