import { once } from "node:events";
import { createServer, type Server } from "node:http";
import { json } from "node:stream/consumers";
import * as Schema from "effect/Schema";
import { ControlCommand } from "./ControlCommand.ts";
import { ensureAccount } from "./ensureAccount.ts";
import type { OriginMap } from "./originMap.ts";
import type { HostedPds } from "./pds.ts";
import type { Plc } from "./plc.ts";

/** What the control server controls. */
export interface ControlledNetwork {
  readonly plc: Plc;
  readonly pdses: ReadonlyArray<HostedPds>;
  readonly origins: OriginMap;
}

const decode = Schema.decodeUnknownSync(ControlCommand);

/** Serves the control commands over HTTP: a command is posted as JSON, the result comes back as JSON. */
export async function startControlServer(network: ControlledNetwork): Promise<{ url: string; server: Server }> {
  const server = createServer(async (request, response) => {
    const reply = (status: number, body: unknown) =>
      response.writeHead(status, { "content-type": "application/json" }).end(JSON.stringify(body));
    try {
      reply(200, { result: await execute(network, decode(await json(request))) });
    } catch (error) {
      reply(500, { error: error instanceof Error ? error.message : String(error) });
    }
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("The control server has no port");
  return { url: `http://127.0.0.1:${address.port}`, server };
}

async function execute(network: ControlledNetwork, command: ControlCommand): Promise<unknown> {
  switch (command._tag) {
    case "StopPlc":
      return network.plc.stop();
    case "StartPlc":
      return network.plc.start();
    case "StopPds":
      return pdsOf(network, command).stop();
    case "StartPds":
      return pdsOf(network, command).start();
    case "CreateAccount":
      return ensureAccount(pdsOf(network, command).url, command);
    case "SetTokenMaxAge":
      return pdsOf(network, command).setTokenMaxAge(command.milliseconds);
    case "SetLexiconAuthority":
      return pdsOf(network, command).setLexiconAuthority(command.did);
    case "MapOrigin":
      return network.origins.map(command.from, command.to);
    case "ReadFetchLog":
      return network.origins.log;
    case "ReadMemory":
      return process.memoryUsage();
  }
}

function pdsOf(network: ControlledNetwork, command: { readonly pds: number }): HostedPds {
  const pds = network.pdses[command.pds];
  if (pds === undefined) throw new Error(`There is no PDS ${command.pds}; the network has ${network.pdses.length}`);
  return pds;
}
