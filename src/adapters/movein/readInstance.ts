import * as Effect from "effect/Effect";
import * as Redacted from "effect/Redacted";
import * as Schema from "effect/Schema";
import type { LeftBehind, OtherClient, OtherInstance, OtherLabel } from "../../domain/movein/OtherInstance.ts";
import { OtherInstanceUnreadable } from "../../domain/movein/OtherInstances.ts";
import type { OpenedDatabase } from "./OpenedDatabase.ts";

/** The tables without which a database is none of such an instance. */
const required = ["lexicon", "config", "oauth_client"];

const Lexicon = Schema.Struct({ id: Schema.String, document: Schema.String });
const Setting = Schema.Struct({ key: Schema.String, value: Schema.String });
const Definition = Schema.Struct({
  val: Schema.String,
  description: Schema.String,
  severity: Schema.String,
  defaultVisibility: Schema.String
});
const Label = Schema.Struct({
  uri: Schema.String,
  cid: Schema.NullOr(Schema.String),
  val: Schema.String,
  neg: Schema.Number,
  exp: Schema.NullOr(Schema.String)
});
const Client = Schema.Struct({
  clientId: Schema.String,
  name: Schema.String,
  secret: Schema.NullOr(Schema.String),
  redirectUris: Schema.String,
  grantTypes: Schema.String,
  scope: Schema.NullOr(Schema.String),
  tokenEndpointAuthMethod: Schema.String,
  accessTokenLifetime: Schema.Number,
  refreshTokenLifetime: Schema.Number,
  isExact: Schema.Number,
  jwks: Schema.NullOr(Schema.String)
});
const GrantedScope = Schema.Struct({ clientId: Schema.String, scope: Schema.String });
const Collection = Schema.Struct({ collection: Schema.String, records: Schema.Number, accounts: Schema.Number });
const Account = Schema.Struct({ did: Schema.String });
const Count = Schema.Struct({ count: Schema.Number });
const Version = Schema.Struct({ version: Schema.NullOr(Schema.String) });

const unavailable = (detail: string) => new OtherInstanceUnreadable({ reason: "unavailable", detail });

/** A message of the driver has no row in it, and no parameter. */
const messageOf = (error: unknown): string => (error instanceof Error ? error.message : "the statement failed");

const run = <A>(work: () => Promise<A>) =>
  Effect.tryPromise({ try: work, catch: (error) => unavailable(messageOf(error)) });

/** Returns the rows of a table; none if an older version has no such table. */
const rowsOf = <A, I>(database: OpenedDatabase, table: string, row: Schema.Schema<A, I>, statement: string) => {
  if (!database.tables.has(table)) return Effect.succeed([]);
  return Effect.flatMap(
    run(() => database.query(statement)),
    (rows) =>
      Effect.mapError(Schema.decodeUnknown(Schema.Array(row))(rows), () =>
        unavailable(`a row of the table ${table} is not as expected`)
      )
  );
};

const countOf = (database: OpenedDatabase, table: string, condition = "true") =>
  Effect.map(
    rowsOf(database, table, Count, `select cast(count(*) as integer) as "count" from ${table} where ${condition}`),
    ([row]) => row?.count ?? 0
  );

const grantedScopesOf = (database: OpenedDatabase) =>
  rowsOf(
    database,
    "oauth_access_token",
    GrantedScope,
    `select distinct client_id as "clientId", scope from oauth_access_token where scope is not null order by 1, 2`
  );

const clientsOf = Effect.fnUntraced(function* (database: OpenedDatabase) {
  const granted = yield* grantedScopesOf(database);
  const rows = yield* rowsOf(
    database,
    "oauth_client",
    Client,
    `select client_id as "clientId", client_name as "name", client_secret as "secret", redirect_uris as "redirectUris",
      grant_types as "grantTypes", scope, token_endpoint_auth_method as "tokenEndpointAuthMethod",
      access_token_expiration as "accessTokenLifetime", refresh_token_expiration as "refreshTokenLifetime",
      ${database.flag("require_redirect_exact")} as "isExact", ${database.text("jwks")} as "jwks"
    from oauth_client order by client_id`
  );
  return rows.map(
    ({ isExact, secret, ...row }): OtherClient => ({
      ...row,
      secret: secret === null ? null : Redacted.make(secret),
      requiresExactRedirectUri: isExact !== 0,
      grantedScopes: granted.filter(({ clientId }) => clientId === row.clientId).map(({ scope }) => scope)
    })
  );
});

const definitionsOf = Effect.fnUntraced(function* (database: OpenedDatabase) {
  const columns = yield* run(() => database.columns("label_definition"));
  const visibility = columns.has("default_visibility") ? "default_visibility" : "'warn'";
  return yield* rowsOf(
    database,
    "label_definition",
    Definition,
    `select val, description, severity, ${visibility} as "defaultVisibility" from label_definition order by val`
  );
});

const labelsOf = (database: OpenedDatabase) =>
  Effect.map(
    rowsOf(
      database,
      "label",
      Label,
      `select uri, cid, val, ${database.flag("neg")} as "neg", ${database.time("exp")} as "exp" from label order by cts, id`
    ),
    (rows) => rows.map((row): OtherLabel => ({ ...row, neg: row.neg !== 0 }))
  );

/** The tables of sessions, with the tokens and codes that belong to them. */
const sessionTables = [
  "oauth_access_token",
  "oauth_refresh_token",
  "oauth_authorization_code",
  "oauth_atp_session",
  "admin_session"
];

const leftBehindOf = Effect.fnUntraced(function* (database: OpenedDatabase) {
  const sessions = yield* Effect.forEach(sessionTables, (table) => countOf(database, table));
  return {
    sessions: sessions.reduce((sum, count) => sum + count, 0),
    pendingReports: yield* countOf(database, "report", "status = 'pending'"),
    settledReports: yield* countOf(database, "report", "status <> 'pending'"),
    labelPreferences: yield* countOf(database, "actor_label_preference")
  } satisfies LeftBehind;
});

/** Reads an instance from its open database. */
export const readInstance = Effect.fnUntraced(function* (database: OpenedDatabase) {
  const missing = required.filter((table) => !database.tables.has(table));
  if (missing.length > 0)
    return yield* new OtherInstanceUnreadable({ reason: "other-software", detail: missing.join(", ") });
  const settings = yield* rowsOf(database, "config", Setting, "select key, value from config order by key");
  const [migration] = yield* rowsOf(
    database,
    "schema_migrations",
    Version,
    `select max(version) as "version" from schema_migrations`
  );
  const accounts = yield* rowsOf(database, "record", Account, "select distinct did from record order by did");
  return {
    storage: database.storage,
    schemaVersion: migration?.version ?? null,
    lexicons: yield* rowsOf(
      database,
      "lexicon",
      Lexicon,
      `select id, ${database.text("json")} as "document" from lexicon order by id`
    ),
    clients: yield* clientsOf(database),
    settings: new Map(settings.map(({ key, value }) => [key, value])),
    labelDefinitions: yield* definitionsOf(database),
    labels: yield* labelsOf(database),
    collections: yield* rowsOf(
      database,
      "record",
      Collection,
      `select collection, cast(count(*) as integer) as "records", cast(count(distinct did) as integer) as "accounts"
      from record group by collection order by collection`
    ),
    accounts: accounts.map(({ did }) => did),
    leftBehind: yield* leftBehindOf(database)
  } satisfies OtherInstance;
});
