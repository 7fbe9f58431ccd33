import * as Context from "effect/Context";
import { RateLimiter } from "./RateLimiter.ts";

/** How many requests a minute are answered, by this process; null for any number. */
export interface RateLimitRules {
  /** From one address, to the endpoints of the OAuth server that guess or cost. */
  readonly perAddress: number | null;
  /** From one client that proved who it is. */
  readonly perClient: number | null;
  /** That fail to prove who they are, as one client from one address. */
  readonly failures: number | null;
}

/** Names that are remembered of each kind: some megabytes, however many come. */
const capacity = 50_000;

const limiterFor = (name: string, quota: number | null): RateLimiter | null =>
  quota === null ? null : new RateLimiter({ name, quota, seconds: 60 }, capacity);

/** Counts by rules. */
export const rateLimitsBy = ({ failures, perAddress, perClient }: RateLimitRules) => ({
  addresses: limiterFor("address", perAddress),
  clients: limiterFor("client", perClient),
  failures: limiterFor("failures", failures)
});

/** What the server counts, so that nobody uses it up. */
export class RateLimits extends Context.Tag("http/RateLimits")<RateLimits, ReturnType<typeof rateLimitsBy>>() {}
