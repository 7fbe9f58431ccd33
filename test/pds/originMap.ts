import type { FetchLogEntry } from "./ControlCommand.ts";

/** Rewrites which origins this process fetches from, and remembers what it fetched. */
export interface OriginMap {
  readonly map: (from: string, to: string | undefined) => void;
  readonly log: ReadonlyArray<FetchLogEntry>;
}

/**
 * Replaces `globalThis.fetch` so that a mapped public origin is fetched from another, loopback origin.
 *
 * A PDS accepts only https client metadata on public-looking hosts; this lets a plain http server play such a host.
 */
export function installOriginMap(): OriginMap {
  const original = globalThis.fetch;
  const targets = new Map<string, string>();
  const log: Array<FetchLogEntry> = [];

  globalThis.fetch = (input, init) => {
    const url = new URL(input instanceof Request ? input.url : input);
    const target = targets.get(url.origin);
    log.push(target === undefined ? { url: url.href } : { url: url.href, target });
    if (target === undefined) return original(input, init);
    const rewritten = target + url.pathname + url.search;
    const options = { ...init };
    // The PDS passes its own dispatcher, which refuses IP addresses as hosts.
    Reflect.deleteProperty(options, "dispatcher");
    return original(input instanceof Request ? new Request(rewritten, input) : rewritten, options);
  };

  return {
    log,
    map: (from, to) => {
      if (to === undefined) targets.delete(from);
      else targets.set(from, to);
    }
  };
}
