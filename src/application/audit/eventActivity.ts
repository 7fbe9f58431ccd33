/**
 * What a security system calls an event: `logon` and `logoff` of a user, a change of somebody's `session` or tokens, of an
 * `account` of an admin, of an `entity` such as an app, or a request of the `api`.
 */
export interface EventActivity {
  readonly area: "authentication" | "session" | "account" | "entity" | "api";
  readonly change: "start" | "end" | "create" | "update" | "delete" | "other";
}

/** What the names of event types begin with, the first match first. */
const rules: ReadonlyArray<readonly [RegExp, EventActivity["area"], EventActivity["change"]]> = [
  [/^(Login(Completed|Failed)|(Admin|Person)(LoginCompleted|LoginFailed|SignedIn))\./, "authentication", "start"],
  [/^(AuthorizationEnded|SessionEnded|SessionRevok\w+|SessionRevocation\w+|\w+SignedOut)\./, "authentication", "end"],
  [/^(SessionEstablished|CodeIssued|CodeExchanged)\./, "session", "create"],
  [/^(TokensRefreshed|SessionRefresh\w*|SessionTokens\w+|AdminSessionUsed|CodeRefused)\./, "session", "update"],
  [/^ClientAuthorizationsEnded\./, "session", "delete"],
  [/^AdminAdded(ByOperator)?\./, "account", "create"],
  [/^AdminRoleChanged\./, "account", "update"],
  [/^AdminRemoved\./, "account", "delete"],
  [/^Setup\w+\./, "account", "other"],
  [/^(Account(Hidden|Shown)|HandleChanged)\./, "account", "update"],
  [/^(AccountErased|Subject\w*Erased)\./, "account", "delete"],
  [/^ClientRegistered\./, "entity", "create"],
  [/^Client(Updated|SecretRotated|LifetimesSet|AdministrationSet)\./, "entity", "update"],
  [/^Client(Deleted|Expired)\./, "entity", "delete"],
  [
    /^(LexiconsImported|SigningKeysSettled|PublicUrlSettled|SyncSourceChanged|LabelersChanged|MoveInStarted|WebhookTargetChanged)\./,
    "entity",
    "update"
  ],
  [/^(IndexReset|AccountRecordsRemoved)\./, "entity", "delete"],
  [/^(RecordWritten|BlobUploaded)\./, "api", "create"]
];

/** Returns what a security system calls an event of a type. A type that no rule names is a request of the API. */
export const eventActivity = (type: string): EventActivity => {
  const [, area = "api", change = "other"] = rules.find(([name]) => name.test(type)) ?? [];
  return { area, change };
};

/** Returns the network that an admin's request came from, in events from before addresses were hashed; otherwise null. */
export const networkOf = (data: Readonly<Record<string, unknown>>): string | null =>
  typeof data.from === "string" ? data.from : null;
