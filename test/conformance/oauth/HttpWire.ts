import { request as httpRequest, type IncomingHttpHeaders } from "node:http";
import { request as httpsRequest } from "node:https";

/** What is sent: names of headers as they are given, several lines of one as an array. */
export interface Sent {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string | ReadonlyArray<string>>>;
  readonly body?: string;
}

export interface Answer {
  readonly status: number;
  readonly text: string;
  readonly headers: IncomingHttpHeaders;
  /** The value of a header; several lines joined as Node.js does, null when it is absent. */
  readonly header: (name: string) => string | null;
  /** Every line of a header as it came. */
  readonly lines: (name: string) => ReadonlyArray<string>;
  readonly cookies: ReadonlyArray<string>;
}

/** Hears every exchange: what was sent where, and what came back. */
export type Listener = (url: URL, sent: Sent, answer: Answer) => void;

/** Sends one request to `reach`, with the host of `url`, byte for byte as said, and follows nothing. */
export const sendTo = (reach: string, url: URL, { body, headers = {}, method = "GET" }: Sent): Promise<Answer> => {
  const base = new URL(reach);
  const request = base.protocol === "https:" ? httpsRequest : httpRequest;
  const host = Object.keys(headers).some((name) => name.toLowerCase() === "host") ? {} : { host: url.host };
  const options = {
    hostname: base.hostname.replace(/^\[|\]$/g, ""),
    port: base.port,
    path: `${url.pathname}${url.search}`,
    method,
    headers: { ...host, ...Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, mutable(value)])) },
    agent: false as const
  };
  return new Promise((resolve, reject) => {
    const outgoing = request(options, (incoming) => {
      const chunks: Array<Buffer> = [];
      incoming.on("data", (chunk: Buffer) => chunks.push(chunk));
      incoming.on("error", reject);
      incoming.on("end", () => {
        const lines = (name: string) =>
          incoming.rawHeaders.filter((_, at, all) => at % 2 === 1 && all[at - 1]?.toLowerCase() === name);
        resolve({
          status: incoming.statusCode ?? 0,
          text: Buffer.concat(chunks).toString("utf8"),
          headers: incoming.headers,
          header: (name) => (lines(name).length === 0 ? null : lines(name).join(", ")),
          lines,
          cookies: incoming.headers["set-cookie"] ?? []
        });
      });
    });
    outgoing.setTimeout(60_000, () => outgoing.destroy(new Error("no answer within 60 s")));
    outgoing.on("error", reject);
    outgoing.end(body);
  });
};

const mutable = (value: string | ReadonlyArray<string>): string | Array<string> =>
  typeof value === "string" ? value : [...value];
