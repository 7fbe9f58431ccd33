import * as Context from "effect/Context";
import { RateLimiter } from "./RateLimiter.ts";

/** The maximum number of requests per minute and process; null for no limit. */
interface RateLimitRules {
  /** From one address, to the sensitive or expensive endpoints of the OAuth server. */
  readonly perAddress: number | null;
  /** From one authenticated client. */
  readonly perClient: number | null;
  /** Failed client authentications, per client and address. */
  readonly failures: number | null;
}

/** The maximum number of stored names of each kind: a few megabytes. */
const capacity = 50_000;

const limiterFor = (name: string, quota: number | null): RateLimiter | null =>
  quota === null ? null : new RateLimiter({ name, quota, seconds: 60 }, capacity);

/** Creates the rate limiters for rules. */
export const rateLimitsBy = ({ failures, perAddress, perClient }: RateLimitRules) => ({
  addresses: limiterFor("address", perAddress),
  clients: limiterFor("client", perClient),
  failures: limiterFor("failures", failures)
});

/** The rate limiters of the server. */
export class RateLimits extends Context.Tag("http/RateLimits")<RateLimits, ReturnType<typeof rateLimitsBy>>() {}
