import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { hosts, type Network } from "../network/Network.ts";
import { answerDirectory, answerPds } from "./pdsRequests.ts";
import type { TapSource } from "./TapSource.ts";

type Listener = (url: URL, request: IncomingMessage, response: ServerResponse) => unknown;

const listen = async (server: Server): Promise<string> => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port }: AddressInfo = Object(server.address());
  return `127.0.0.1:${port}`;
};

const bodyOf = async (request: IncomingMessage): Promise<string> => {
  const chunks: Array<Buffer> = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
};

/** The PDSes, the PLC directory and the source of a simulation as servers on loopback. */
export class NetworkServers {
  network: Network;
  /** The PDSes that answer no request. */
  readonly outages = new Set<string>();
  /** The number of requests that are being answered, and of all so far. */
  pending = 0;
  requests = 0;
  /** How often each method of a host was called, such as `one com.atproto.sync.getRepo`. */
  readonly calls = new Map<string, number>();
  /** The origins of the PDSes by their names. */
  readonly origins = new Map<string, string>();
  directory = "";
  /** The host and port of the source. */
  source = "";
  private readonly servers: Array<Server> = [];

  constructor(network: Network) {
    this.network = network;
  }

  private server(listener: Listener): Server {
    const server = createServer((request, response) => {
      this.pending += 1;
      this.requests += 1;
      response.once("close", () => {
        this.pending -= 1;
      });
      Promise.resolve(listener(new URL(request.url ?? "/", "http://simulated"), request, response)).catch((error) => {
        response.destroy(error instanceof Error ? error : undefined);
      });
    });
    this.servers.push(server);
    return server;
  }

  private pds(host: string): Server {
    return this.server((url, _, response) => {
      const method = `${host} ${url.pathname.slice("/xrpc/".length)}`;
      this.calls.set(method, (this.calls.get(method) ?? 0) + 1);
      if (this.outages.has(host)) return void response.writeHead(503, { "retry-after": "2" }).end();
      return answerPds(this.network, host, url, response);
    });
  }

  /** Starts the servers of the PDSes, the directory and the source. */
  async start(source: { readonly serve: (server: Server) => void }, tap: TapSource | null): Promise<void> {
    for (const host of hosts) this.origins.set(host, `http://${await listen(this.pds(host))}`);
    const directory = this.server((url, _, response) => answerDirectory(this.network, this.origins, url, response));
    this.directory = `http://${await listen(directory)}`;
    const relay = this.server(async (url, request, response) => {
      if (tap === null) return answerPds(this.network, "relay", url, response);
      const { dids }: { readonly dids: ReadonlyArray<string> } = JSON.parse(await bodyOf(request));
      if (url.pathname === "/repos/add") tap.track(dids);
      if (url.pathname === "/repos/remove") tap.untrack(dids);
      return response.writeHead(200).end();
    });
    source.serve(relay);
    this.source = await listen(relay);
  }

  /** Stops all servers. */
  stop(): void {
    for (const server of this.servers) {
      server.close();
      server.closeAllConnections();
    }
  }
}
