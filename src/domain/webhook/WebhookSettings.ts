import type { NonEmptyReadonlyArray } from "effect/Array";
import type * as Redacted from "effect/Redacted";
import type { WebhookTopic } from "./WebhookTopic.ts";

/** The keys that messages are signed with: each of them makes a signature. */
export type WebhookSecrets = NonEmptyReadonlyArray<Redacted.Redacted<Uint8Array>>;

/** The receiver as it is configured. */
export interface WebhookSettings {
  /** The path and the query can be a secret, as those of chat services are. */
  readonly url: Redacted.Redacted;
  readonly secrets: WebhookSecrets;
  readonly topics: ReadonlySet<WebhookTopic>;
}
