import { connect } from "node:net";
import { connections, type Load, type LoadGenerator } from "./Load.ts";

const requestOf = ({ host, pathname }: URL, body: string): Buffer =>
  Buffer.from(
    `POST ${pathname} HTTP/1.1\r\nhost: ${host}\r\ncontent-type: application/json\r\naccept: application/json\r\n` +
      `content-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`
  );

const getOf = ({ host, pathname }: URL): Buffer =>
  Buffer.from(`GET ${pathname} HTTP/1.1\r\nhost: ${host}\r\naccept: application/json\r\n\r\n`);

const headEnd = "\r\n\r\n";

/** The length of the response at the start of some bytes; null while its head is incomplete. */
const answerLength = (bytes: Buffer): number | null => {
  const end = bytes.indexOf(headEnd);
  if (end === -1) return null;
  const length = /\r\ncontent-length: *(\d+)/i.exec(bytes.toString("latin1", 0, end))?.[1];
  if (length === undefined) throw new Error("The load generator needs responses with a Content-Length; install wrk");
  return end + headEnd.length + Number(length);
};

/** Sends requests over one connection until the time is over, and records the latency of each. */
const askUntil = (until: number, url: URL, next: () => Buffer, took: Array<number>): Promise<number> =>
  new Promise((resolve, reject) => {
    const socket = connect(Number(url.port), url.hostname).setNoDelay();
    let [received, wanted, sent, failed] = [Buffer.alloc(0), -1, 0, 0];
    const ask = () => {
      if (performance.now() >= until) return void socket.end();
      [received, wanted, sent] = [Buffer.alloc(0), -1, performance.now()];
      socket.write(next());
    };
    socket.on("connect", ask);
    socket.on("data", (chunk) => {
      received = received.length === 0 ? chunk : Buffer.concat([received, chunk]);
      if (wanted === -1) wanted = answerLength(received) ?? -1;
      if (wanted === -1 || received.length < wanted) return;
      took.push(performance.now() - sent);
      if (!received.subarray(0, 12).toString().startsWith("HTTP/1.1 2")) failed += 1;
      ask();
    });
    socket.on("error", reject);
    socket.on("close", () => resolve(failed));
  });

const percentile = (sorted: ReadonlyArray<number>, share: number): number =>
  sorted[Math.floor(sorted.length * share)] ?? 0;

/** Generates load in this process if `wrk` is missing. */
export const loadByNode: LoadGenerator = async (url, bodies, seconds): Promise<Load> => {
  const target = new URL(url);
  const requests = bodies.length === 0 ? [getOf(target)] : bodies.map((body) => requestOf(target, body));
  const took: Array<number> = [];
  let at = 0;
  const next = () => requests[at++ % requests.length] ?? Buffer.alloc(0);
  const start = performance.now();
  const until = start + seconds * 1_000;
  const failed = await Promise.all(Array.from({ length: connections }, () => askUntil(until, target, next, took)));
  const elapsed = (performance.now() - start) / 1_000;
  took.sort((a, b) => a - b);
  return {
    requests: took.length,
    seconds: elapsed,
    p50: percentile(took, 0.5),
    p99: percentile(took, 0.99),
    failed: failed.reduce((sum, each) => sum + each, 0)
  };
};
