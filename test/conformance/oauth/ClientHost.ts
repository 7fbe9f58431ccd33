import { once } from "node:events";
import { createServer } from "node:http";

/** What is served at a path. */
export interface Published {
  readonly body: string;
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** The web host of an app: its metadata document and its keys, for targets that may fetch from this machine. */
export class ClientHost {
  readonly #pages = new Map<string, Published>();
  readonly #fetches = new Map<string, number>();
  readonly #origin: string;
  readonly #close: () => void;
  #away = false;

  private constructor(origin: string, close: () => void) {
    this.#origin = origin;
    this.#close = close;
  }

  static async start(): Promise<ClientHost> {
    const server = createServer((request, response) => {
      const path = request.url ?? "";
      host.#fetches.set(path, (host.#fetches.get(path) ?? 0) + 1);
      const page = host.#pages.get(path);
      if (host.#away || page === undefined) {
        response.writeHead(host.#away ? 503 : 404).end();
        return;
      }
      response.writeHead(page.status ?? 200, { "content-type": "application/json", ...page.headers }).end(page.body);
    }).listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    if (address === null || typeof address === "string") throw new Error("The host of the client has no port");
    const close = () => {
      server.close();
      server.closeAllConnections();
    };
    const host: ClientHost = new ClientHost(`http://127.0.0.1:${address.port}`, close);
    return host;
  }

  /** The address of a path. */
  url(path: string): string {
    return `${this.#origin}${path}`;
  }

  publish(path: string, content: unknown, how: Omit<Published, "body"> = {}): string {
    this.#pages.set(path, { ...how, body: typeof content === "string" ? content : JSON.stringify(content) });
    return this.url(path);
  }

  /** How often a path was asked for. */
  fetches(path: string): number {
    return this.#fetches.get(path) ?? 0;
  }

  /** Answers 503 to everything while it is away. */
  set away(away: boolean) {
    this.#away = away;
  }

  stop(): void {
    this.#close();
  }
}
