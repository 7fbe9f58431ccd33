import * as Effect from "effect/Effect";
import { type Finding, ok, problem } from "../../application/instance/DoctorCheck.ts";
import { layer, TxtRecords } from "./TxtRecords.ts";

/** Checks that the name servers of this machine respond, by the TXT record of a handle. */
export const dnsFinding: Effect.Effect<Finding> = TxtRecords.pipe(
  Effect.flatMap(({ lookup }) => lookup("_atproto.bsky.app")),
  Effect.match({
    onFailure: () =>
      problem("no name server responds", "check /etc/resolv.conf, or set HANDLE_RESOLVER_URL to resolve over HTTPS"),
    onSuccess: () => ok("the name servers respond")
  }),
  Effect.provide(layer)
);
