/** The entry for servers and scripts: Node.js 20 and later, and other runtimes with `fetch` and WebCrypto. */
export type { User } from "./browser/Client.ts";
export type { DocumentNodeLike, TypedDocument } from "./document/TypedDocument.ts";
export type { Execute, MutationOptions, RequestOptions } from "./graphql/Execute.ts";
export { publicQuery } from "./graphql/publicQuery.ts";
export type { BlobReference } from "./graphql/Requests.ts";
export { createClient } from "./node/createClient.ts";
export type { WebSocketClass } from "./node/processEnvironment.ts";
export type { PersonClient, ServerClient, ServerClientOptions } from "./node/ServerClient.ts";
export { memoryStore, type Store } from "./node/Store.ts";
export type { ClientKey } from "./oauth/keyCredentials.ts";
export type { Subscribe, SubscriptionEnd, SubscriptionOptions, SubscriptionStatus } from "./subscription/Subscribe.ts";
export { type GraphqlError, type Reason, TidemarkError } from "./TidemarkError.ts";
export { version } from "./version.ts";
