import { gzipSync } from "node:zlib";
import { json } from "../support/scriptedServer.ts";
import { type HostilePds, type Misbehaviour, marker } from "./HostilePds.ts";
import { late } from "./lateness.ts";

/** Ways to answer that fit any question. Each is a fault of its own, whatever the content should have been. */

const metadataOfClouds = "http://169.254.169.254/latest/meta-data/";
const jsonType = { "content-type": "application/json" };
const good = (pds: HostilePds): string => JSON.stringify({ id: pds.did, issuer: pds.url, resource: pds.url });

export const html: Misbehaviour = (response) =>
  response.writeHead(200, { "content-type": "text/html" }).end(`<html>${marker}</html>`);

export const status =
  (code: number): Misbehaviour =>
  (response) =>
    response.writeHead(code, { "content-type": "text/html" }).end(`<html>${marker}</html>`);

export const oauthError =
  (error: unknown, code = 400, headers: Record<string, string> = {}): Misbehaviour =>
  (response) =>
    json(response, { error, error_description: marker }, code, headers);

export const redirectToClouds: Misbehaviour = (response) =>
  response.writeHead(302, { location: metadataOfClouds }).end();

export const redirectWithBody: Misbehaviour = (response) =>
  response.writeHead(307, { location: metadataOfClouds }).end();

export const fiveMegabytes: Misbehaviour = (response) => json(response, { filler: "x".repeat(5_000_000) });

const bomb = gzipSync(Buffer.alloc(40_000_000, " "), { level: 9 });
export const gzipBomb: Misbehaviour = (response) =>
  response.writeHead(200, { ...jsonType, "content-encoding": "gzip" }).end(bomb);

export const gzipTwice: Misbehaviour = (response, { pds }) =>
  response.writeHead(200, { ...jsonType, "content-encoding": "gzip, gzip" }).end(gzipSync(gzipSync(good(pds))));

export const noGzip: Misbehaviour = (response, { pds }) =>
  response.writeHead(200, { ...jsonType, "content-encoding": "gzip" }).end(good(pds));

export const unknownEncoding: Misbehaviour = (response, { pds }) =>
  response.writeHead(200, { ...jsonType, "content-encoding": "zstd" }).end(good(pds));

export const notUtf8: Misbehaviour = (response) =>
  response.writeHead(200, jsonType).end(Buffer.from([0x7b, 0x22, 0xc3, 0x28, 0x22, 0x3a, 0x31, 0x7d]));

export const deeplyNested: Misbehaviour = (response) =>
  response.writeHead(200, jsonType).end(`${'{"a":'.repeat(5_000)}1${"}".repeat(5_000)}`);

export const silence: Misbehaviour = late(() => {});

const drip = (response: Parameters<Misbehaviour>[0], piece: string) => {
  const timer = setInterval(() => response.socket?.write(piece), 25);
  response.socket?.once("close", () => clearInterval(timer));
};

export const drippingBody: Misbehaviour = late((response) => {
  response.socket?.write("HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 60000\r\n\r\n");
  drip(response, " ");
});

export const drippingHeaders: Misbehaviour = late((response) => {
  response.socket?.write("HTTP/1.1 200 OK\r\n");
  drip(response, "x-more: y\r\n");
});

export const endlessHeaders: Misbehaviour = (response) => {
  response.socket?.write(`HTTP/1.1 200 OK\r\n${`x-more: ${"y".repeat(1_000)}\r\n`.repeat(200)}`);
};

export const endlessInformation: Misbehaviour = late((response) => {
  drip(response, "HTTP/1.1 102 Processing\r\n\r\n");
});

export const reset: Misbehaviour = (response) => response.socket?.resetAndDestroy();

export const truncated: Misbehaviour = (response) =>
  response.socket?.end('HTTP/1.1 200 OK\r\ncontent-type: application/json\r\ncontent-length: 5000\r\n\r\n{"a":');

const raw =
  (...lines: ReadonlyArray<string>): Misbehaviour =>
  (response) =>
    response.socket?.end(`${lines.join("\r\n")}`);

export const twoFramings = raw(
  ...["HTTP/1.1 200 OK", "content-type: application/json", "content-length: 2", "transfer-encoding: chunked", "", "{}"]
);
export const twoLengths = raw(
  ...["HTTP/1.1 200 OK", "content-type: application/json", "content-length: 2", "content-length: 40", "", "{}"]
);
export const brokenChunks = raw(
  ...["HTTP/1.1 200 OK", "content-type: application/json", "transfer-encoding: chunked", "", "zz", "{}", "0", "", ""]
);
export const endlessChunk = raw(
  ...["HTTP/1.1 200 OK", "content-type: application/json", "transfer-encoding: chunked", "", "fffffffffffffffff", "{}"]
);
export const notHttp = raw("220 mail.example.com ESMTP", "");
export const otherVersion = raw("HTTP/9.9 200 OK", "content-length: 2", "", "{}");
