import { once } from "node:events";
import { Agent, createServer, get, type IncomingMessage, request, type Server, type ServerResponse } from "node:http";
import { connect, type Socket } from "node:net";
import type { Duplex } from "node:stream";
import type { ServiceAddress } from "../ServiceAddress.ts";

/** How a proxy looks after its nodes. */
export interface ProxyOptions {
  /** Milliseconds between two checks of `/ready` of each node; null to send requests to every node, ready or not. */
  readonly healthIntervalMs: number | null;
}

interface Upstream {
  readonly port: number;
  /** Connections are kept open and used again, as by other proxies. */
  readonly agent: Agent;
  isReady: boolean;
  requests: number;
  timer: NodeJS.Timeout | undefined;
}

/** A request that got no response from its node. */
export interface FailedRequest {
  readonly port: number;
  readonly request: string;
  readonly problem: string;
}

const isReady = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const check = get({ host: "127.0.0.1", port, path: "/ready", agent: false, timeout: 2_000 }, (response) => {
      response.resume();
      resolve(response.statusCode === 200);
    });
    check.on("timeout", () => check.destroy());
    check.on("error", () => resolve(false));
  });

/**
 * A plain proxy in front of several processes: each request goes to the next node in turn, whoever sends it, over
 * connections that are kept open. It never sends a request again. A node that does not respond to `/ready` with 200 gets
 * no requests.
 */
export class RoundRobinProxy implements ServiceAddress {
  readonly publicUrl: string;
  readonly reach: string;
  readonly #server: Server;
  readonly #upstreams: Array<Upstream> = [];
  readonly #sockets = new Set<Duplex>();
  readonly #healthIntervalMs: number | null;
  readonly #failed: Array<FailedRequest> = [];
  #turn = 0;

  private constructor(server: Server, port: number, options: ProxyOptions) {
    this.#server = server;
    this.publicUrl = `http://127.0.0.1:${port}`;
    this.reach = this.publicUrl;
    this.#healthIntervalMs = options.healthIntervalMs;
    server.on("request", (incoming, outgoing) => this.#forward(incoming, outgoing));
    server.on("upgrade", (incoming, socket, head) => this.#tunnel(incoming, socket, head));
    server.on("connection", (socket: Socket) => this.#own(socket));
  }

  /** Listens on a free port, without nodes. */
  static async listen(options: ProxyOptions): Promise<RoundRobinProxy> {
    const server = createServer({ keepAliveTimeout: 60_000 });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("no TCP address");
    return new RoundRobinProxy(server, address.port, options);
  }

  /** Adds a node. It gets requests once it is ready. */
  async add(port: number): Promise<void> {
    const agent = new Agent({ keepAlive: true, maxSockets: 256 });
    const upstream: Upstream = { port, agent, isReady: true, requests: 0, timer: undefined };
    if (this.#healthIntervalMs !== null) await this.#check(upstream, this.#healthIntervalMs);
    this.#upstreams.push(upstream);
  }

  /** Sends no more requests to a node, and forgets it. */
  remove(port: number): void {
    const at = this.#upstreams.findIndex((upstream) => upstream.port === port);
    for (const { agent, timer } of this.#upstreams.splice(at, at < 0 ? 0 : 1)) {
      clearTimeout(timer);
      agent.destroy();
    }
  }

  /** The number of requests and upgrades that each node got, by port. */
  get requests(): ReadonlyMap<number, number> {
    return new Map(this.#upstreams.map(({ port, requests }) => [port, requests]));
  }

  /** Requests that were answered with 502, because their node gave no response or none was ready. */
  get failed(): ReadonlyArray<FailedRequest> {
    return this.#failed;
  }

  /** The ports of the nodes that get requests. */
  get ready(): ReadonlyArray<number> {
    return this.#upstreams.filter((upstream) => upstream.isReady).map(({ port }) => port);
  }

  /** Closes every connection. */
  async stop(): Promise<void> {
    for (const { port } of [...this.#upstreams]) this.remove(port);
    const closed = once(this.#server, "close");
    this.#server.close();
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }

  #own(socket: Duplex): void {
    this.#sockets.add(socket);
    socket.on("error", () => undefined).once("close", () => this.#sockets.delete(socket));
  }

  async #check(upstream: Upstream, intervalMs: number): Promise<void> {
    upstream.isReady = await isReady(upstream.port);
    upstream.timer = setTimeout(() => void this.#check(upstream, intervalMs), intervalMs).unref();
  }

  #next(): Upstream | null {
    const ready = this.#upstreams.filter((upstream) => upstream.isReady);
    this.#turn += 1;
    const chosen = ready[this.#turn % ready.length] ?? null;
    if (chosen !== null) chosen.requests += 1;
    return chosen;
  }

  #note(upstream: Upstream | null, { method, url }: IncomingMessage, problem: string): void {
    this.#failed.push({ port: upstream?.port ?? 0, request: `${method} ${url?.split("?", 1)[0]}`, problem });
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const upstream = this.#next();
    const fail = (problem: string) => {
      this.#note(upstream, incoming, problem);
      if (outgoing.headersSent) return outgoing.destroy();
      return outgoing.writeHead(502, { "content-type": "text/plain" }).end(problem);
    };
    if (upstream === null) return void fail("no node is ready");
    const { method, socket, url: path } = incoming;
    const { connection: _, ...kept } = incoming.headers;
    const headers = { ...kept, "x-forwarded-for": socket.remoteAddress ?? "" };
    const target = { host: "127.0.0.1", port: upstream.port, method, path, headers, agent: upstream.agent };
    const sent = request(target, (response) => {
      const { connection: __, "keep-alive": ___, ...received } = response.headers;
      outgoing.writeHead(response.statusCode ?? 502, received);
      response.pipe(outgoing);
      response.on("error", ({ message }) => fail(message));
    });
    sent.on("error", ({ message }) => outgoing.destroyed || fail(message));
    outgoing.on("close", () => sent.destroy());
    incoming.pipe(sent);
  }

  #tunnel(incoming: IncomingMessage, socket: Duplex, head: Buffer): void {
    const upstream = this.#next();
    if (upstream === null) return void socket.destroy();
    const far = connect(upstream.port, "127.0.0.1");
    this.#own(far);
    const lines = [`${incoming.method} ${incoming.url} HTTP/1.1`];
    for (let at = 0; at < incoming.rawHeaders.length; at += 2)
      lines.push(`${incoming.rawHeaders[at]}: ${incoming.rawHeaders[at + 1]}`);
    far.write(`${lines.join("\r\n")}\r\n\r\n`);
    far.write(head);
    far.pipe(socket).pipe(far);
    far.once("close", () => socket.destroy());
    socket.once("close", () => far.destroy());
  }
}
