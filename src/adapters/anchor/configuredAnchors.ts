import * as Effect from "effect/Effect";
import * as Layer from "effect/Layer";
import type * as Redacted from "effect/Redacted";
import { IdentityResolver } from "../../domain/identity/IdentityResolver.ts";
import { OutboundHttp } from "../../domain/outbound/OutboundHttp.ts";
import type { AnchorLocation } from "../../domain/transparency/publishing/AnchorLocation.ts";
import { type Anchor, Anchors } from "../../domain/transparency/publishing/Anchors.ts";
import { fileAnchor } from "./fileAnchor.ts";
import { repositoryAnchor } from "./repositoryAnchor.ts";

/** The anchors at these locations. A repository needs the app password of its account. */
export const layer = (
  locations: ReadonlyArray<AnchorLocation>,
  password: Redacted.Redacted | null
): Layer.Layer<Anchors, never, OutboundHttp | IdentityResolver> =>
  Layer.effect(
    Anchors,
    Effect.map(Effect.all({ http: OutboundHttp, identities: IdentityResolver }), (ports) =>
      locations.flatMap((location): ReadonlyArray<Anchor> => {
        const { address } = location;
        if (location._tag === "FileAnchor") return [fileAnchor(address, location.path)];
        return password === null ? [] : [repositoryAnchor(ports, address, location.did, password)];
      })
    )
  );
