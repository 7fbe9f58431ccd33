import * as Effect from "effect/Effect";
import { Did } from "../../domain/atproto/Did.ts";
import { PublicUrl } from "../instance/PublicUrl.ts";

/** The DID of this instance, as the source of its labels: `did:web` with the host of its public URL (W3C did:web). */
export const serviceDid = Effect.map(PublicUrl, (url) => Did.make(`did:web:${new URL(url).host.replace(":", "%3A")}`));
