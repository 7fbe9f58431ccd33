/** What a message says: a sentence, and its members for programs. */
export interface WebhookContent {
  readonly text: string;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The body of a message, as Standard Webhooks describes it, with a sentence that chat services show. */
export interface WebhookBody extends WebhookContent {
  readonly type: string;
  /** When it happened, in ISO 8601. */
  readonly timestamp: string;
}
