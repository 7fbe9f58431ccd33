import * as Effect from "effect/Effect";
import { streamName } from "../../domain/event/StreamName.ts";
import { publicUrls } from "../event/aggregates.ts";
import { loadAggregate } from "../event/loadAggregate.ts";
import { PublicUrl } from "../instance/PublicUrl.ts";

/**
 * Returns the public URL of the instance for a process that is not its service: the https URL that the service recorded, or
 * else the one that the environment of this process names.
 */
export const instanceUrl = Effect.gen(function* () {
  const { state } = yield* loadAggregate(publicUrls, streamName("instance", "public-url"));
  return state.publicUrl?.startsWith("https:") === true ? state.publicUrl : yield* PublicUrl;
});
