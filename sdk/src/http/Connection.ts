import { TidemarkError } from "../TidemarkError.ts";
import type { Answer } from "./Answer.ts";
import type { Platform } from "./Platform.ts";
import { makeServerClock } from "./ServerClock.ts";

/** What an instance is sent, and what it taught about itself: its clock, and the nonce for the next proof. */
export interface Connection {
  /** Where it is, without a slash at the end. */
  readonly server: string;
  readonly platform: Platform;
  readonly seconds: () => number;
  /** Milliseconds that the server's clock is ahead. */
  readonly ahead: () => number;
  readonly nonce: () => string | undefined;
  readonly send: (path: string, init: RequestInit) => Promise<Answer>;
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null;

const read = async (response: Response): Promise<Readonly<Record<string, unknown>>> => {
  const body: unknown = await response.json().catch(() => null);
  return isObject(body) ? body : {};
};

const errorOf = (body: Readonly<Record<string, unknown>>, challenge: string | null): string | undefined =>
  typeof body.error === "string" ? body.error : /error="([^"]+)"/.exec(challenge ?? "")?.[1];

/** The address without what the person who typed it may have added; only http and https are servers. */
export const serverAddress = (server: string): string => {
  const isUrl = typeof server === "string" && /^https?:\/\/[^/?#]+\/*$/.test(server);
  if (isUrl) return server.replace(/\/+$/, "");
  throw new TidemarkError(
    "configuration",
    `createClient: server must be the address of an instance, like "https://records.example.com", and is ${JSON.stringify(server)}.`
  );
};

export const connect = (server: string, platform: Platform): Connection => {
  const clock = makeServerClock(platform.now);
  let nonce: string | undefined;
  return {
    server,
    platform,
    seconds: clock.seconds,
    ahead: clock.ahead,
    nonce: () => nonce,
    send: async (path, init) => {
      const response = await platform.fetch(server + path, { ...init, cache: "no-store" }).catch((cause: unknown) => {
        if (init.signal?.aborted && init.signal.reason?.name !== "TimeoutError") throw cause;
        throw new TidemarkError(
          "unreachable",
          `No answer from ${server}. It may be down, or the network, or a content security policy without it in connect-src.`,
          { cause }
        );
      });
      clock.learn(response.headers.get("date"));
      nonce = response.headers.get("dpop-nonce") ?? nonce;
      const body = await read(response);
      const challenge = response.headers.get("www-authenticate");
      const wait = Number(response.headers.get("retry-after"));
      return {
        status: response.status,
        body,
        isChallenged: challenge !== null,
        error: errorOf(body, challenge),
        retryAfter: wait > 0 ? wait : undefined
      };
    }
  };
};
