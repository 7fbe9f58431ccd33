import * as Layer from "effect/Layer";
import { brandRoutes } from "../../../../src/adapters/http/brand/brandRoutes.ts";
import { docsRoutes } from "../../../../src/adapters/http/docs/docsRoutes.ts";
import * as HttpServerNode from "../../../../src/adapters/http/server/HttpServerNode.ts";
import * as AddressHashesMemory from "../../../../src/adapters/memory/stores/AddressHashesMemory.ts";
import { PublicUrl } from "../../../../src/application/instance/PublicUrl.ts";

/** The public URL of the instance whose documentation is served. */
export const docsPublicUrl = "https://docs.test";

/** A server with the documentation only. */
export const docsServer = HttpServerNode.layer({
  host: "127.0.0.1",
  port: 0,
  publicUrl: docsPublicUrl,
  trustedProxies: 0,
  routes: [...brandRoutes, ...docsRoutes]
}).pipe(Layer.provideMerge(Layer.succeed(PublicUrl, docsPublicUrl)), Layer.provide(AddressHashesMemory.layer));
