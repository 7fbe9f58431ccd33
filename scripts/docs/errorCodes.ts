import type { CommandErrorCode } from "../../src/adapters/cli/report/commandErrorAnchor.ts";

type Remedy = readonly [reason: string, remedy: string];

/** The error codes of the OAuth endpoints and of registrations, with what to do. */
export const oauthErrors: Readonly<Record<string, Remedy>> = {
  access_denied: [
    "The user, their PDS or this instance declined the login.",
    "Let the user try again. `error_description` says who declined."
  ],
  invalid_client: [
    "The client is unknown, or its authentication failed.",
    "Check the client id and how the client authenticates. A client that registered itself may have expired: register again."
  ],
  invalid_client_metadata: [
    "A member of the registration cannot be honoured.",
    "Correct the members that `faults` lists."
  ],
  invalid_redirect_uri: ["A redirect URI of the registration is not allowed.", "Correct it; `faults` says why."],
  invalid_dpop_proof: [
    "The DPoP proof is not valid for this request.",
    "Create a new proof for each request, with the method and URL of the request. `error_description` names the claim."
  ],
  invalid_grant: [
    "The code or the refresh token is not valid, or no longer.",
    "Let the user log in again. `end_reason` says why a login ended, and `end_message` says it in a sentence for the user."
  ],
  invalid_request: [
    "A parameter is missing, duplicated or malformed.",
    "Correct the parameter that `error_description` names."
  ],
  invalid_scope: [
    "The scope is malformed, or the client is not registered for it.",
    "Request a scope that the client is registered for."
  ],
  invalid_target: ["`resource` is not this instance.", "Correct or leave out `resource`."],
  invalid_token: [
    "The access token is not valid, or no longer.",
    "Refresh the token. If that fails, let the user log in again."
  ],
  server_error: ["Something went wrong at the instance.", "Report the request id to the operator."],
  temporarily_unavailable: [
    "The database is not available, a PDS did not respond, or there were too many requests.",
    "Send the request again after the seconds in `Retry-After`. Nothing was consumed."
  ],
  unauthorized_client: ["The client is not registered for this.", "Register what the client needs, or use DPoP."],
  unsupported_grant_type: ["`grant_type` is not one of the instance.", "Use `authorization_code` or `refresh_token`."],
  unsupported_response_type: ["`response_type` is not `code`.", "Use `response_type=code`."],
  use_dpop_nonce: [
    "The DPoP proof needs a nonce of the instance.",
    "Repeat the request with the value of the header `DPoP-Nonce`."
  ]
};

/** The error codes that commands print with `--json`, with what to do. */
export const commandErrors: Readonly<Record<CommandErrorCode, Remedy>> = {
  archived: [
    "The event is in an archive and no longer in the database.",
    "Read the archive with `audit export --archive`."
  ],
  backup_unusable: [
    "A folder of backups cannot be read or written, or a backup is damaged.",
    "Do what the message says. [Back up and restore](../operations.md#back-up-and-restore)."
  ],
  account_not_known: [
    "The account never signed in here, and none of its records is indexed.",
    "Use its DID, or index it with `sync backfill`."
  ],
  client_has_no_old_secret: [
    "No old secret of the client is valid.",
    "Nothing needs to be revoked. `clients show` lists the secrets."
  ],
  client_holds_no_keys: ["The client authenticates without keys.", "Register a client with `private_key_jwt`."],
  client_holds_no_secret: ["The client authenticates without a secret.", "Nothing needs to be rotated."],
  client_not_found: ["There is no such client.", "`clients list` shows the ids."],
  record_not_indexed: ["The record is not in the index.", "`sync explain` says why."],
  invalid_client: ["A client cannot be registered or changed like this.", "Correct what `faults` lists."],
  invalid_configuration: [
    "A variable of the environment is missing or invalid.",
    "Correct the variable that the message names. [All variables](configuration.md)."
  ],
  invalid_lexicons: ["The Lexicons are invalid or incomplete.", "Correct what `faults` lists."],
  invalid_lifetimes: ["A lifetime is out of its range.", "Use a value in the range that the message states."],
  keys_missing: [
    "A key that stored secrets need is not configured.",
    "[Configure the key](../operations.md#a-key-is-missing)."
  ],
  later_schema: ["A later version of Tidemark has migrated the database.", "Use that version or a later one."],
  later_version: [
    "The log has events of a later version of Tidemark.",
    "Use the version that the services run, or a later one."
  ],
  lexicon_not_found: ["No active Lexicon has this NSID.", "`lexicons list` shows the active ones."],
  log_does_not_hold: [
    "The log, an export or a proof does not verify.",
    "[Find out what was changed](../auditing.md#verify-the-database). The message names position, part and reason."
  ],
  no_checkpoints: ["The log has no checkpoint yet.", "Start the service, which signs one within a second."],
  not_archived: [
    "Events could not be moved to an archive.",
    "Correct what the message names, and repeat the command. Nothing is lost."
  ],
  not_exported: ["The export could not be completed.", "Repeat the command. An incomplete file is not kept."],
  not_restored: [
    "The backup cannot be restored here. Nothing was changed.",
    "Do what the message says. [Restore a backup](../operations.md#restore-a-backup)."
  ],
  not_written: ["A file could not be written.", "Choose another path, or free space."],
  nothing_found: [
    "The history has nothing about the subject.",
    "Check the spelling, or search with `audit list --search`."
  ],
  role_required: [
    "The user of the database may not do this.",
    "Run the command with the owner of the database in `DATABASE_URL`."
  ],
  serve_failed: ["The service ended with an error.", "Read the log above the message."],
  tiles_missing: [
    "A part of the tree of the log is missing.",
    "[Verify the database](../auditing.md#verify-the-database)."
  ],
  unavailable: [
    "The database or another server cannot be reached.",
    "Try again later. `doctor` names what is unreachable."
  ],
  unconfirmed: ["The command changes or deletes something and was not confirmed.", "Add `--yes`."],
  unreadable_event: [
    "The log has an event that this version does not know.",
    "Use the version that recorded it, or a later one."
  ],
  usage: ["The command line is wrong.", "The message names the option or argument. `--help` shows all of them."]
};

/** The error codes of GraphQL, in `extensions.code`, with what to do. */
export const graphqlErrors: Readonly<Record<string, Remedy>> = {
  ACCOUNT_DEACTIVATED: ["The user deactivated the account.", "Only they can reactivate it, at their PDS."],
  ACCOUNT_MOVED: [
    "The account lives at another PDS now. Nothing was written to the old one.",
    "Sign the user in again."
  ],
  ACCOUNT_TAKEN_DOWN: ["The PDS suspended the account or took it down.", "Only the operator of the PDS can lift this."],
  ALIAS_LIMIT: ["A selection has too many aliases.", "Use fewer. The message states the limit."],
  ANSWER_UNAVAILABLE: ["The record is written; only the response could not be read.", "Query the record by its `uri`."],
  BAD_CURSOR: ["The cursor is invalid or belongs to another sort order.", "Start from the first page."],
  BAD_REQUEST: ["The HTTP request is not one of GraphQL.", "Correct its method, media type or body."],
  BAD_USER_INPUT: [
    "An argument or a record is invalid.",
    "The message names the field. `problems` lists all invalid fields by path."
  ],
  BLOB_DIFFERS: ["The PDS stored other bytes than were sent.", "Upload the blob again."],
  BLOB_NOT_FOUND: ["The record names a blob that the PDS does not have.", "Upload it first."],
  BLOB_TOO_LARGE: [
    "The blob is larger than the instance (`limit`, `size`) or the PDS accepts.",
    "Upload a smaller one."
  ],
  CONDITION_LIMIT: ["A filter has too many conditions.", "Use fewer. The message states the limit."],
  CONFLICT: ["Another admin changed the same thing first.", "Load it again, and decide again."],
  COST_LIMIT: [
    "The query asks for too many records.",
    "Ask for smaller pages or fewer joins. [What a query may cost](../apps.md#what-a-query-may-cost)."
  ],
  CURSOR_AHEAD: [
    "The cursor of a subscription is newer than the database.",
    "Query again, and subscribe after the new cursor."
  ],
  CURSOR_TOO_OLD: [
    "The instance no longer has the changes after the cursor.",
    "Query again, and subscribe after the new cursor."
  ],
  DEPTH_LIMIT: ["Fields are nested too deeply.", "Nest fewer levels. The message states the limit."],
  DOCUMENT_TOO_LARGE: [
    "The document is too long, or has too many tokens.",
    "Send a shorter one. The message states the limit."
  ],
  FIELD_LIMIT: [
    "The document selects the same fields in too many places.",
    "Use fragments less often, or send several documents."
  ],
  FORBIDDEN: [
    "The token does not permit this.",
    "Request the scope that `scope` names. Fields for admins require an admin."
  ],
  GRAPHQL_PARSE_FAILED: ["The document is not GraphQL.", "Correct the syntax at the place that `locations` names."],
  GRAPHQL_VALIDATION_FAILED: [
    "The document does not fit the schema.",
    "Correct it. The schema is at `/schema.graphql`."
  ],
  IDEMPOTENCY_KEY_REUSED: ["The key belongs to another request.", "Use a new key for each operation."],
  INTERNAL: ["Something went wrong at the instance.", "Its log on standard error has the cause."],
  NESTING_LIMIT: ["The document has too many brackets inside each other.", "Nest fewer."],
  NOT_ACCEPTABLE: ["The instance cannot respond in the form that `Accept` names.", "Accept `application/json`."],
  NOT_FOUND: ["The record, or what the request names, does not exist.", "Check the URI or the id."],
  OPERATION_RESOLUTION_FAILURE: [
    "`operationName` names no operation of the document.",
    "Correct it, or send one operation."
  ],
  PDS_ADDRESS_REFUSED: [
    "The address of the PDS is not public, so it was not contacted.",
    "The account holder must correct it."
  ],
  PDS_ANSWER_TOO_LARGE: [
    "The response of the PDS is too large. Nobody knows whether it wrote.",
    "Repeat with the same `Idempotency-Key`."
  ],
  PDS_ERROR: [
    "The PDS reported an internal error. Nobody knows whether it wrote.",
    "Repeat with the same `Idempotency-Key`."
  ],
  PDS_INVALID_ANSWER: [
    "The response of the PDS is invalid. Nobody knows whether it wrote.",
    "Repeat with the same `Idempotency-Key`."
  ],
  PDS_NOT_XRPC: [
    "The response did not come from a PDS, most often because a proxy returned a web page.",
    "Repeat with the same `Idempotency-Key`."
  ],
  PDS_PROOF_REFUSED: [
    "The PDS rejects the DPoP proofs of the instance. Nothing was written.",
    "Try again later. A clock may be wrong."
  ],
  PDS_REDIRECTED: [
    "The PDS redirected the request. Nobody knows whether it wrote.",
    "Repeat with the same `Idempotency-Key`."
  ],
  PDS_REJECTED: ["The PDS rejected the request.", "The message quotes what the PDS reports."],
  PDS_TIMEOUT: [
    "The PDS did not respond in time. Nobody knows whether it wrote.",
    "Repeat with the same `Idempotency-Key`."
  ],
  PDS_UNREACHABLE: ["The PDS cannot be reached.", "Repeat with the same `Idempotency-Key`."],
  PERSISTED_QUERY_NOT_FOUND: [
    "The instance does not have the document of this hash.",
    "[Send it once](../apps.md#send-a-document-once) with its text."
  ],
  PERSISTED_QUERY_NOT_SUPPORTED: ["`/admin/graphql` stores no documents.", "Send the text of the document."],
  PERSISTED_QUERY_REQUIRED: [
    "This instance accepts only persisted documents.",
    "Ask the operator to add the document."
  ],
  RATE_LIMITED: [
    "The PDS limits the rate, or there are too many uploads or reports. Nothing was written.",
    "Wait `retryAfter` seconds."
  ],
  RECORD_EXISTS: ["A record already exists at the given `rkey`.", "Leave `rkey` out, or update the record."],
  RESPONSE_TOO_LARGE: ["The response would be too large.", "Ask for less. The message states the limit."],
  SCHEMA_CHANGED: [
    "The Lexicons changed, and the subscription no longer fits the schema.",
    "Load the schema again, and subscribe with a document that fits."
  ],
  SEARCH_NOT_INDEXED: [
    "The collection is too large to be searched without an index.",
    "Ask the operator for the setting that the message names."
  ],
  SEARCH_NOT_READY: ["The words of the records are still being stored.", "Try again later."],
  SESSION_NOT_REFRESHED: [
    "The session could not be renewed at the PDS, and nothing was sent.",
    "Try again in a moment. `cause` says why."
  ],
  SWAP_MISMATCH: ["The record no longer has the CID in `swapCid`.", "Read the record again."],
  TIMEOUT: ["The query took too long.", "Ask for less, or filter by an indexed field."],
  TOO_MANY_CONNECTIONS: [
    "Too many connections for subscriptions are open.",
    "Use one connection for all subscriptions, and try again later."
  ],
  TOO_MANY_OPERATIONS: ["Too many operations run on this connection.", "End some of them."],
  UNAUTHENTICATED: [
    "There is no valid token, or the session has ended.",
    "Sign the user in. If `reason` is `reauthenticate`, `cause` says why it ended."
  ],
  UNAVAILABLE: [
    "The instance cannot reach its database, or too many requests change the same data.",
    "Try again after `Retry-After`."
  ],
  UNSUPPORTED_ENCODING: ["`Content-Encoding` of the request is not supported.", "Send the body uncompressed."],
  UPLOAD_AGAIN: ["The PDS asked for a stream a second time.", "Upload the blob again."],
  UPLOAD_INCOMPLETE: ["The blob did not arrive completely.", "Upload it again."],
  VARIABLES_TOO_LARGE: ["The variables are too large.", "Send fewer or shorter values. The message states the limit."],
  WRITE_IN_PROGRESS: [
    "The first request with the key is still running.",
    "Repeat it with the same key after `retryAfter` seconds."
  ],
  WRITE_UNSETTLED: [
    "The outcome of the first request with the key could not be recorded yet.",
    "Repeat it with the same key after `retryAfter` seconds."
  ]
};
