/** The entry for browsers. */
export type { Client, ClientOptions, User } from "./browser/Client.ts";
export { createClient } from "./browser/createClient.ts";
export type { DocumentNodeLike, TypedDocument } from "./document/TypedDocument.ts";
export type { Execute, MutationOptions, RequestOptions } from "./graphql/Execute.ts";
export { publicQuery } from "./graphql/publicQuery.ts";
export type { BlobReference } from "./graphql/Requests.ts";
export type { Subscribe, SubscriptionEnd, SubscriptionOptions, SubscriptionStatus } from "./subscription/Subscribe.ts";
export { type GraphqlError, type Reason, TidemarkError } from "./TidemarkError.ts";
export { version } from "./version.ts";
