import { once } from "node:events";
import { appendFile, readFile } from "node:fs/promises";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { didDocument } from "./didDocument.ts";
import type { PlcDatabase, PlcOperation, PlcPackage } from "./loadPackages.ts";

/** A PLC directory on loopback that can be stopped and started again on the same port. */
export interface Plc {
  readonly url: string;
  readonly start: () => Promise<void>;
  readonly stop: () => Promise<void>;
}

const documentPath = /^\/(did(?::|%3A)plc(?::|%3A)[a-z2-7]{24})$/i;

/** Starts a PLC directory whose operations are kept in `journal`, one JSON line each. */
export async function startPlc(plcPackage: PlcPackage, options: { port: number; journal: string }): Promise<Plc> {
  const database = plcPackage.Database.mock();
  await replay(database, options.journal);
  record(database, options.journal);
  const { app } = plcPackage.PlcServer.create({ db: database });

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const did = documentPath.exec(request.url ?? "")?.[1];
    const operation = did === undefined ? null : await database.lastOpForDid(decodeURIComponent(did));
    if (request.method !== "GET" || did === undefined || operation?.type !== "plc_operation") {
      app(request, response);
      return;
    }
    // The packaged server still renders the document form of 2023; the public directory answers this one.
    response.writeHead(200, { "content-type": "application/did+ld+json; charset=utf-8" });
    response.end(JSON.stringify(didDocument(decodeURIComponent(did), operation)));
  };

  let server: Server | undefined;
  const start = async () => {
    server = createServer(answer).listen(options.port, "127.0.0.1");
    await once(server, "listening");
  };
  const stop = async () => {
    if (server === undefined) return;
    const closing = server;
    server = undefined;
    closing.close();
    closing.closeAllConnections();
    await once(closing, "close");
  };
  await start();
  return { url: `http://localhost:${options.port}`, start, stop };
}

async function replay(database: PlcDatabase, journal: string): Promise<void> {
  const lines = (await readFile(journal, { encoding: "utf8", flag: "a+" })).split("\n").filter((line) => line !== "");
  for (const line of lines) {
    const { did, operation }: { did: string; operation: PlcOperation } = JSON.parse(line);
    await database.validateAndAddOp(did, operation);
  }
}

function record(database: PlcDatabase, journal: string): void {
  const add = database.validateAndAddOp.bind(database);
  database.validateAndAddOp = async (did, operation) => {
    await add(did, operation);
    await appendFile(journal, `${JSON.stringify({ did, operation })}\n`);
  };
}
