import * as Layer from "effect/Layer";
import { brandRoutes } from "../../../../src/adapters/http/brand/brandRoutes.ts";
import { docsRoutes } from "../../../../src/adapters/http/docs/docsRoutes.ts";
import { defaultLinks, landingRoutes } from "../../../../src/adapters/http/pages/landingRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { PublicUrl } from "../../../../src/application/instance/PublicUrl.ts";

const publicUrl = "https://brand.test";

/** A server with the typeface, the icons, and the pages that need nothing else. */
export const brandServer = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl,
  trustedProxies: 0,
  routes: [...brandRoutes, ...docsRoutes, ...landingRoutes(defaultLinks)]
}).pipe(Layer.provideMerge(Layer.succeed(PublicUrl, publicUrl)), Layer.provide(AddressHashesMemory.layer));
