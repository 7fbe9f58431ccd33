// Written by npm run ui from the schema of the admin API and the .graphql files beside the components.
/** Internal type. DO NOT USE DIRECTLY. */
type Exact<T extends { [key: string]: unknown }> = { [K in keyof T]: T[K] };
/** Internal type. DO NOT USE DIRECTLY. */
export type Incremental<T> = T | { [P in keyof T]?: P extends ' $fragmentName' | '__typename' ? T[P] : never };
import type { DocumentTypeDecoration } from '@graphql-typed-document-node/core';
export type AccountState =
  /** Its records are hidden, because it is not active or by a label. */
  | 'HIDDEN'
  /** Its records are indexed, and it never signed in. */
  | 'NEVER_SIGNED_IN'
  /** It signed in to an app. */
  | 'SIGNED_IN';

export type ActivityRange =
  | 'DAY'
  | 'HOUR'
  | 'MONTH'
  | 'THREE_HOURS'
  | 'WEEK';

/** What an admin may do. */
export type AdminRole =
  /** Everything but changing the admins, what cannot be restored (erasing a person, deleting the index), and clients that administer. */
  | 'DEVELOPER'
  /** Everything. */
  | 'OWNER'
  /** Sees everything, and changes nothing. */
  | 'READER';

/** The progress of signing in. */
export type AdminSessionState =
  /** An admin. */
  | 'ADMIN'
  /** Entered the setup token, and must sign in with the account that becomes an admin. */
  | 'SET_UP'
  /** Nobody is signed in. */
  | 'SIGNED_OUT';

/** A filter for events. All conditions must hold. An omitted or null member is no condition. */
export type AuditFilter = {
  /** The id of the authorization. */
  readonly authorizationId?: string | null | undefined;
  /** The client id of the app, or its name. */
  readonly clientId?: string | null | undefined;
  /** The account: a DID, or a handle known to the service. */
  readonly did?: string | null | undefined;
  readonly outcome?: AuditOutcome | null | undefined;
  /** The reason code. */
  readonly reason?: string | null | undefined;
  /** The HTTP request, as in the response header x-request-id. */
  readonly requestId?: string | null | undefined;
  /** Recorded at or after this time. */
  readonly since?: string | null | undefined;
  readonly stream?: string | null | undefined;
  /** Up to 8 words, each of which must match the event: part of the handle of its account, or the DID; part of the name of its app, or the client id; part of the name or description of its type; the beginning of its reason code; or its record, authorization, request, stream or position. */
  readonly text?: string | null | undefined;
  /** One of these types; all by default. auditEventTypes lists them. */
  readonly types?: ReadonlyArray<string> | null | undefined;
  /** Recorded before this time. */
  readonly until?: string | null | undefined;
};

export type AuditOutcome =
  | 'FAILURE'
  | 'SUCCESS';

export type AuditStoryKind =
  | 'ADMINISTRATION'
  | 'APP'
  | 'MODERATION'
  | 'REFRESH'
  | 'REPOSITORY'
  | 'SIGN_IN'
  | 'SIGN_OUT'
  | 'UPLOAD'
  | 'WRITE';

export type AuthorizationState =
  /** It is active, and its tokens can be used. */
  | 'ACTIVE'
  /** It was ended, or expired unused. */
  | 'ENDED';

/** What a backfill covers. */
export type BackfillKind =
  /** The repositories of accounts. */
  | 'ACTOR'
  /** Every repository that the relay, or the PDS, hosts. */
  | 'ALL'
  /** Every repository that has records of a collection. */
  | 'COLLECTION';

export type BackfillState =
  /** The repositories could not be listed. */
  | 'ABORTED'
  | 'CANCELLED'
  | 'COMPLETED'
  | 'RUNNING';

/** Where checkpoints of the event log are sent. */
export type CheckpointPublicationKind =
  /** A place outside the database that keeps them. */
  | 'ANCHOR'
  /** A witness, which cosigns them. */
  | 'WITNESS';

/** What is known of a witness or an anchor. */
export type CheckpointPublicationState =
  /** It does not respond, or cannot be written. */
  | 'AWAY'
  /** It has earlier checkpoints, and receives the missing ones. */
  | 'BEHIND'
  /** It holds a tree that is not part of this log, so one of the two has another history. */
  | 'CONTRADICTING'
  /** It has the latest checkpoint that it was given. */
  | 'CURRENT'
  /** What it returned is false. */
  | 'LYING'
  /** It does not accept checkpoints of this log. */
  | 'REFUSED'
  /** The witness no longer knows what it cosigned. */
  | 'RESET'
  /** It has not been tried yet. */
  | 'WAITING';

/** An older checkpoint that the log was compared with. */
export type ComparedCheckpointInput = {
  readonly rootHash: string;
  readonly size: number;
};

/** Which dead letters are meant: those that match every member. Without members, all of them. */
export type DeadLetterFilter = {
  readonly collection?: string | null | undefined;
  /** The account: a DID, or a handle known to the service. */
  readonly did?: string | null | undefined;
  readonly ids?: ReadonlyArray<string> | null | undefined;
  /** One of invalid, undecodable, not-a-record-key, not-dag-cbor, not-a-map, invalid-utf8, integer-too-large, float, nested-too-deep, reserved-name, wrong-type, cid-mismatch, refused-by-index. */
  readonly reason?: string | null | undefined;
};

export type DoctorStatus =
  | 'OK'
  | 'PROBLEM'
  /** It does not concern this instance, or depends on a problem that was found. */
  | 'SKIPPED';

/** A step from a new instance to one that people use. */
export type FirstStepName =
  /** Lexicons were imported, or LEXICON_DIR is set, beyond those of a first start. */
  | 'IMPORT_LEXICONS'
  /** EXTERNAL_BASE_URL is an https address. */
  | 'PUBLIC_ADDRESS'
  /** An app is registered as an OAuth client. */
  | 'REGISTER_CLIENT'
  /** Somebody signed in to an app. */
  | 'SIGN_IN';

export type FoundKind =
  | 'ACCOUNT'
  | 'AUTHORIZATION'
  | 'CLIENT'
  | 'COLLECTION'
  | 'EVENT'
  | 'LEXICON'
  | 'RECORD'
  | 'REQUEST';

export type HealthQueueName =
  /** What arrived and is not in the index. */
  | 'DEAD_LETTERS'
  /** Repositories to index. */
  | 'REPOSITORIES'
  /** Sessions to revoke at their PDSes. */
  | 'REVOCATIONS'
  /** Events without a checkpoint. */
  | 'UNSEALED_EVENTS'
  /** Messages to deliver. Those that failed were given up. */
  | 'WEBHOOK'
  /** Writes whose outcome is not certain yet. */
  | 'WRITES';

export type HealthSeverity =
  /** Users notice it, or data is at risk. */
  | 'FAULT'
  /** It may become a fault. */
  | 'WARNING';

/** How grave a label is. */
export type LabelSeverity =
  /** Warns of a record. */
  | 'ALERT'
  /** Tells something about a record. */
  | 'INFORM'
  /** Hides a record, or all records of an account, from everybody but the author. */
  | 'TAKEDOWN';

/** What an app does with records that have a label. */
export type LabelVisibility =
  /** Does not show the record. `respectPreferences` leaves it out. */
  | 'HIDE'
  /** Nothing. */
  | 'IGNORE'
  /** Shows the record and the label. */
  | 'SHOW'
  /** Shows the record after a warning. */
  | 'WARN';

/** The first thing that did not hold. */
export type LogFaultInput = {
  readonly part: LogPart;
  readonly position: number;
  readonly reason: string;
};

/** A part of the log that can fail verification, as in the reports of `tidemark audit verify`. */
export type LogPart =
  | 'CHECKPOINT'
  | 'LEAF'
  | 'PERSONAL_DATA'
  | 'POSITION'
  | 'PROJECTION'
  | 'SIGNATURE'
  | 'STREAM_VERSION'
  | 'TILE'
  | 'TREE';

/** The result of a verification in a browser. */
export type LogVerificationInput = {
  readonly checked: number;
  readonly compared: ReadonlyArray<ComparedCheckpointInput>;
  /** Null if everything held. */
  readonly fault?: LogFaultInput | null | undefined;
  /** The root hash of that checkpoint, in base64. */
  readonly rootHash?: string | null | undefined;
  /** The size of the checkpoint up to which the log held; 0 if it does not hold. */
  readonly size: number;
};

/** Where the log was verified. */
export type LogVerificationPlace =
  /** In the browser of an admin, from an export. This is the statement of that browser. */
  | 'BROWSER'
  /** By `tidemark audit verify`, from the rows of the database. */
  | 'DATABASE';

/** Who registered a client. Users must confirm a client that registered itself. */
export type OAuthClientOrigin =
  /** An admin, in the settings or by GraphQL. */
  | 'ADMIN'
  /** The client itself (RFC 7591). */
  | 'ITSELF'
  /** The operator, on the command line. */
  | 'OPERATOR';

/** Where a client runs. */
export type OAuthClientType =
  /** On a server, with a secret or a key. */
  | 'CONFIDENTIAL'
  /** In a browser or on a phone: no secret, tokens bound to a key by DPoP. */
  | 'PUBLIC';

/** How a client authenticates at /oauth/token, by the names of RFC 7591. */
export type OAuthTokenEndpointAuthMethod =
  | 'client_secret_basic'
  | 'client_secret_post'
  | 'none'
  | 'private_key_jwt';

export type ProcessState =
  /** It has reported within the last minute. */
  | 'RUNNING'
  /** It has not reported for a minute, although it did not say that it ends. */
  | 'SILENT'
  /** It has ended. */
  | 'STOPPED';

/** A condition on a property. */
export type RecordConditionInput = {
  readonly operator: RecordOperator;
  /** Its path, joined by dots. */
  readonly property: string;
  /** As text: a time as 2026-01-31 or 2026-01-31T12:00:00Z. */
  readonly value?: string | null | undefined;
};

export type RecordOperator =
  /** Takes no value. A value of another type counts as absent. */
  | 'ABSENT'
  | 'AT_LEAST'
  | 'AT_MOST'
  /** Ignores case. For texts. */
  | 'CONTAINS'
  | 'EQUALS'
  | 'NOT_EQUALS'
  /** Takes no value. */
  | 'PRESENT'
  /** For texts. */
  | 'STARTS_WITH';

export type RecordOrder =
  /** By the DID. */
  | 'AUTHOR'
  | 'INDEXED_AT'
  | 'PROPERTY'
  | 'RECORD_KEY';

export type RecordOrderInput = {
  readonly by: RecordOrder;
  readonly descending?: boolean;
  /** The path of the property, for PROPERTY. */
  readonly property?: string | null | undefined;
};

export type RecordScope =
  /** Hidden records too. */
  | 'ALL'
  /** Hidden records only. */
  | 'HIDDEN'
  /** What queries show. */
  | 'VISIBLE';

/** How a report is closed. */
export type ReportAction =
  /** Puts the label labelVal on the subject. */
  | 'APPLY_LABEL'
  /** Closes the report without a label. */
  | 'DISMISS';

/** Why something is reported. */
export type ReportReasonType =
  /** Poses as somebody else, or misleads in another way. */
  | 'MISLEADING'
  | 'OTHER'
  /** Harassment, or rude behavior. */
  | 'RUDE'
  /** Sexual content that is unwanted or not labeled. */
  | 'SEXUAL'
  /** Unwanted advertising or repetition. */
  | 'SPAM'
  /** Breaks a law or the rules of this service. */
  | 'VIOLATION';

/** What became of a report. */
export type ReportStatus =
  /** It was closed without a label. */
  | 'DISMISSED'
  /** Nobody has decided about it yet. */
  | 'OPEN'
  /** A label was put on the subject. */
  | 'RESOLVED';

/** Whether the subject of a report is still there. */
export type ReportSubjectState =
  /** It was deleted or erased, or it was never indexed. */
  | 'GONE'
  /** It is stored, and no query shows it. */
  | 'HIDDEN'
  | 'PRESENT'
  /** Nothing of the account is indexed. */
  | 'UNKNOWN';

/** What a request is for. */
export type RequestKind =
  | 'ACCOUNT'
  | 'ADMIN'
  | 'AUTHORIZE'
  | 'BLOB'
  | 'CALLBACK'
  | 'DOCS'
  | 'GRAPHQL_MUTATION'
  | 'GRAPHQL_QUERY'
  | 'GRAPHQL_SUBSCRIPTION'
  | 'INTROSPECT'
  | 'LOG'
  | 'METADATA'
  | 'OTHER'
  | 'PAR'
  | 'PROBE'
  | 'REGISTER'
  | 'REVOKE'
  | 'SETTINGS'
  | 'STATIC'
  | 'TOKEN';

/** How live sync is connected to its source. */
export type SyncState =
  /** The source is connected. */
  | 'CONNECTED'
  /** The connection was lost or cannot be established. It is tried again. */
  | 'DISCONNECTED'
  /** Live sync is off. */
  | 'OFF'
  /** No process has reported about the source for 15 seconds. */
  | 'UNATTENDED';

/** What became of a message of the webhook. */
export type WebhookMessageState =
  /** The receiver accepted it. */
  | 'DELIVERED'
  /** It was not accepted, and is not sent again by itself. */
  | 'GIVEN_UP'
  /** It is sent, or sent again, when nextAttemptAt is reached. */
  | 'PENDING';

export type FindQueryVariables = Exact<{
  text: string;
}>;


export type FindQuery = { readonly find: ReadonlyArray<{ readonly kind: FoundKind, readonly id: string, readonly name: string, readonly detail: string | null }> };

export type AccountsQueryVariables = Exact<{
  text?: string | null | undefined;
  state?: AccountState | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AccountsQuery = { readonly accounts: { readonly nodes: ReadonlyArray<{ readonly did: string, readonly handle: string | null, readonly pds: string | null, readonly status: string | null, readonly isTakenDown: boolean, readonly signedInAt: string | null, readonly lastUsedAt: string | null, readonly activeSessions: number }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AccountQueryVariables = Exact<{
  account: string;
}>;


export type AccountQuery = { readonly account: { readonly did: string, readonly handle: string | null, readonly pds: string | null, readonly status: string | null, readonly isTakenDown: boolean, readonly signedInAt: string | null, readonly lastUsedAt: string | null, readonly activeSessions: number, readonly skippedRecords: number, readonly reports: number, readonly openReports: number, readonly apps: ReadonlyArray<{ readonly clientId: string, readonly clientName: string | null, readonly signIns: number, readonly activeSessions: number, readonly signedInAt: string, readonly usedAt: string }>, readonly records: ReadonlyArray<{ readonly collection: string, readonly records: number, readonly hidden: number, readonly lastIndexedAt: string | null }>, readonly indexing: { readonly code: string, readonly message: string, readonly remedy: string | null, readonly indexedAt: string | null, readonly stored: number | null, readonly removed: number | null, readonly skipped: number | null, readonly rev: string | null }, readonly labels: ReadonlyArray<{ readonly id: string, readonly src: string, readonly val: string, readonly cts: string }> } | null };

export type IndexAccountMutationVariables = Exact<{
  account: string;
}>;


export type IndexAccountMutation = { readonly backfillActor: { readonly id: string } };

export type RemoveAccountRecordsMutationVariables = Exact<{
  account: string;
  confirmation: string;
}>;


export type RemoveAccountRecordsMutation = { readonly removeAccountRecords: number };

export type StatisticsQueryVariables = Exact<{ [key: string]: never; }>;


export type StatisticsQuery = { readonly statistics: { readonly records: number, readonly actors: number, readonly clients: number, readonly activeAuthorizations: number, readonly events: number, readonly lexicons: number, readonly collections: ReadonlyArray<{ readonly id: string, readonly records: number }> } };

export type ActivityQueryVariables = Exact<{
  range: ActivityRange;
}>;


export type ActivityQuery = { readonly activity: { readonly from: string, readonly to: string, readonly bucketSeconds: number, readonly buckets: ReadonlyArray<{ readonly at: string, readonly logins: number, readonly refreshes: number, readonly writes: number, readonly failures: number, readonly other: number }> } };

export type FirstStepsQueryVariables = Exact<{ [key: string]: never; }>;


export type FirstStepsQuery = { readonly firstSteps: ReadonlyArray<{ readonly step: FirstStepName, readonly isDone: boolean }> };

export type AdminsQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminsQuery = { readonly admins: ReadonlyArray<{ readonly did: string, readonly role: AdminRole, readonly handle: string | null, readonly addedAt: string | null, readonly addedBy: string | null, readonly fromConfiguration: boolean, readonly isYou: boolean }> };

export type AddAdminMutationVariables = Exact<{
  account: string;
  role: AdminRole;
}>;


export type AddAdminMutation = { readonly addAdmin: { readonly did: string, readonly handle: string | null } };

export type RemoveAdminMutationVariables = Exact<{
  did: string;
}>;


export type RemoveAdminMutation = { readonly removeAdmin: boolean };

export type SetAdminRoleMutationVariables = Exact<{
  did: string;
  role: AdminRole;
}>;


export type SetAdminRoleMutation = { readonly setAdminRole: { readonly did: string, readonly role: AdminRole } };

export type EventPartsFragment = { readonly position: number, readonly type: string, readonly occurredAt: string, readonly actorType: string, readonly actorId: string | null, readonly actorHandle: string | null, readonly did: string | null, readonly handle: string | null, readonly clientId: string | null, readonly clientName: string | null, readonly authorizationId: string | null, readonly outcome: AuditOutcome, readonly reason: string | null, readonly sentence: string, readonly explanation: string | null, readonly uri: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> };

export type PartOfSentenceFragment = { readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null };

export type StoryPartsFragment = { readonly kind: AuditStoryKind, readonly outcome: AuditOutcome, readonly headline: string, readonly explanation: string | null, readonly at: string, readonly milliseconds: number, readonly stepCount: number, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }>, readonly steps: ReadonlyArray<{ readonly position: number, readonly type: string, readonly occurredAt: string, readonly outcome: AuditOutcome, readonly explanation: string | null, readonly authorizationId: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> }> };

export type AuditStoriesQueryVariables = Exact<{
  where?: AuditFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AuditStoriesQuery = { readonly auditStories: { readonly nodes: ReadonlyArray<{ readonly kind: AuditStoryKind, readonly outcome: AuditOutcome, readonly headline: string, readonly explanation: string | null, readonly at: string, readonly milliseconds: number, readonly stepCount: number, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }>, readonly steps: ReadonlyArray<{ readonly position: number, readonly type: string, readonly occurredAt: string, readonly outcome: AuditOutcome, readonly explanation: string | null, readonly authorizationId: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AuditEventsQueryVariables = Exact<{
  where?: AuditFilter | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AuditEventsQuery = { readonly auditEvents: { readonly nodes: ReadonlyArray<{ readonly position: number, readonly type: string, readonly occurredAt: string, readonly actorType: string, readonly actorId: string | null, readonly actorHandle: string | null, readonly did: string | null, readonly handle: string | null, readonly clientId: string | null, readonly clientName: string | null, readonly authorizationId: string | null, readonly outcome: AuditOutcome, readonly reason: string | null, readonly sentence: string, readonly explanation: string | null, readonly uri: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AuditCountQueryVariables = Exact<{
  where?: AuditFilter | null | undefined;
}>;


export type AuditCountQuery = { readonly auditEvents: { readonly totalCount: number | null } };

export type AuditEventTypesQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditEventTypesQuery = { readonly auditEventTypes: ReadonlyArray<{ readonly type: string, readonly sentence: string, readonly group: string, readonly isFailure: boolean }> };

export type AuditEventQueryVariables = Exact<{
  position: number;
}>;


export type AuditEventQuery = { readonly auditEvent: { readonly id: string, readonly stream: string, readonly version: number, readonly recordedAt: string, readonly requestId: string | null, readonly causationId: string | null, readonly correlationId: string | null, readonly data: string, readonly leafHash: string, readonly fault: string | null, readonly position: number, readonly type: string, readonly occurredAt: string, readonly actorType: string, readonly actorId: string | null, readonly actorHandle: string | null, readonly did: string | null, readonly handle: string | null, readonly clientId: string | null, readonly clientName: string | null, readonly authorizationId: string | null, readonly outcome: AuditOutcome, readonly reason: string | null, readonly sentence: string, readonly explanation: string | null, readonly uri: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> } | null, readonly auditArchivedEvent: { readonly class: string, readonly file: string | null, readonly namedAt: number | null } | null };

export type AuditTimelineQueryVariables = Exact<{
  authorizationId: string;
  first: number;
  after?: string | null | undefined;
}>;


export type AuditTimelineQuery = { readonly auditTimeline: { readonly authorizationId: string, readonly did: string | null, readonly handle: string | null, readonly clientId: string | null, readonly clientName: string | null, readonly scope: string | null, readonly state: string, readonly endReason: string | null, readonly endMessage: string | null, readonly steps: { readonly nodes: ReadonlyArray<{ readonly position: number, readonly type: string, readonly occurredAt: string, readonly actorType: string, readonly actorId: string | null, readonly actorHandle: string | null, readonly did: string | null, readonly handle: string | null, readonly clientId: string | null, readonly clientName: string | null, readonly authorizationId: string | null, readonly outcome: AuditOutcome, readonly reason: string | null, readonly sentence: string, readonly explanation: string | null, readonly uri: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } } | null };

export type AuditRecordQueryVariables = Exact<{
  uri: string;
  first: number;
  after?: string | null | undefined;
}>;


export type AuditRecordQuery = { readonly auditRecord: { readonly nodes: ReadonlyArray<{ readonly position: number, readonly type: string, readonly occurredAt: string, readonly actorType: string, readonly actorId: string | null, readonly actorHandle: string | null, readonly did: string | null, readonly handle: string | null, readonly clientId: string | null, readonly clientName: string | null, readonly authorizationId: string | null, readonly outcome: AuditOutcome, readonly reason: string | null, readonly sentence: string, readonly explanation: string | null, readonly uri: string | null, readonly parts: ReadonlyArray<{ readonly text: string, readonly did: string | null, readonly clientId: string | null, readonly uri: string | null }> }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type VerificationPartsFragment = { readonly position: number, readonly at: string, readonly place: LogVerificationPlace, readonly holds: boolean, readonly checked: number, readonly rootHash: string | null, readonly actorId: string | null, readonly actorHandle: string | null, readonly fault: { readonly position: number, readonly part: LogPart, readonly reason: string } | null, readonly compared: ReadonlyArray<{ readonly size: number, readonly rootHash: string }> };

export type AuditLogQueryVariables = Exact<{ [key: string]: never; }>;


export type AuditLogQuery = { readonly auditLog: { readonly lagEvents: number, readonly lagSeconds: number, readonly refusal: string | null, readonly verifierKeys: ReadonlyArray<string>, readonly checkpoint: { readonly origin: string, readonly size: number, readonly rootHash: string, readonly sealedAt: string, readonly note: string } | null } };

export type LogVerificationsQueryVariables = Exact<{ [key: string]: never; }>;


export type LogVerificationsQuery = { readonly auditLog: { readonly verifications: { readonly failedCount: number, readonly last: ReadonlyArray<{ readonly position: number, readonly at: string, readonly place: LogVerificationPlace, readonly holds: boolean, readonly checked: number, readonly rootHash: string | null, readonly actorId: string | null, readonly actorHandle: string | null, readonly fault: { readonly position: number, readonly part: LogPart, readonly reason: string } | null, readonly compared: ReadonlyArray<{ readonly size: number, readonly rootHash: string }> }>, readonly failed: ReadonlyArray<{ readonly position: number, readonly at: string, readonly place: LogVerificationPlace, readonly holds: boolean, readonly checked: number, readonly rootHash: string | null, readonly actorId: string | null, readonly actorHandle: string | null, readonly fault: { readonly position: number, readonly part: LogPart, readonly reason: string } | null, readonly compared: ReadonlyArray<{ readonly size: number, readonly rootHash: string }> }> } } };

export type SealedSizeQueryVariables = Exact<{ [key: string]: never; }>;


export type SealedSizeQuery = { readonly auditLog: { readonly lagSeconds: number, readonly refusal: string | null, readonly checkpoint: { readonly size: number } | null } };

export type CheckpointPublicationsQueryVariables = Exact<{ [key: string]: never; }>;


export type CheckpointPublicationsQuery = { readonly checkpointPublications: ReadonlyArray<{ readonly kind: CheckpointPublicationKind, readonly name: string, readonly address: string, readonly verifierKey: string | null, readonly state: CheckpointPublicationState, readonly explanation: string | null, readonly size: number, readonly lagEvents: number, readonly changedAt: string | null, readonly checkedAt: string | null, readonly resetAt: string | null }> };

export type ReportLogVerificationMutationVariables = Exact<{
  result: LogVerificationInput;
}>;


export type ReportLogVerificationMutation = { readonly reportLogVerification: { readonly position: number } };

export type ClientPartsFragment = { readonly clientId: string, readonly clientName: string, readonly clientType: OAuthClientType, readonly clientOrigin: OAuthClientOrigin, readonly redirectUris: ReadonlyArray<string>, readonly scope: string, readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod, readonly jwksUri: string | null, readonly mayAdminister: boolean, readonly accessTokenSeconds: number | null, readonly refreshTokenSeconds: number | null, readonly authorizationSeconds: number | null, readonly effectiveLifetimes: { readonly accessTokenSeconds: number, readonly refreshTokenSeconds: number, readonly authorizationSeconds: number } };

export type ClientsQueryVariables = Exact<{ [key: string]: never; }>;


export type ClientsQuery = { readonly oauthClients: ReadonlyArray<{ readonly clientId: string, readonly clientName: string, readonly clientType: OAuthClientType, readonly clientOrigin: OAuthClientOrigin, readonly redirectUris: ReadonlyArray<string>, readonly scope: string, readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod, readonly jwksUri: string | null, readonly mayAdminister: boolean, readonly accessTokenSeconds: number | null, readonly refreshTokenSeconds: number | null, readonly authorizationSeconds: number | null, readonly effectiveLifetimes: { readonly accessTokenSeconds: number, readonly refreshTokenSeconds: number, readonly authorizationSeconds: number } }> };

export type RegisterClientMutationVariables = Exact<{
  clientName: string;
  clientType: OAuthClientType;
  redirectUris: ReadonlyArray<string> | string;
  scope: string;
}>;


export type RegisterClientMutation = { readonly createOAuthClient: { readonly clientSecret: string | null, readonly clientId: string, readonly clientName: string, readonly clientType: OAuthClientType, readonly clientOrigin: OAuthClientOrigin, readonly redirectUris: ReadonlyArray<string>, readonly scope: string, readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod, readonly jwksUri: string | null, readonly mayAdminister: boolean, readonly accessTokenSeconds: number | null, readonly refreshTokenSeconds: number | null, readonly authorizationSeconds: number | null, readonly effectiveLifetimes: { readonly accessTokenSeconds: number, readonly refreshTokenSeconds: number, readonly authorizationSeconds: number } } };

export type UpdateClientMutationVariables = Exact<{
  clientId: string;
  clientName?: string | null | undefined;
  redirectUris?: ReadonlyArray<string> | string | null | undefined;
  scope?: string | null | undefined;
}>;


export type UpdateClientMutation = { readonly updateOAuthClient: { readonly clientId: string, readonly clientName: string, readonly clientType: OAuthClientType, readonly clientOrigin: OAuthClientOrigin, readonly redirectUris: ReadonlyArray<string>, readonly scope: string, readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod, readonly jwksUri: string | null, readonly mayAdminister: boolean, readonly accessTokenSeconds: number | null, readonly refreshTokenSeconds: number | null, readonly authorizationSeconds: number | null, readonly effectiveLifetimes: { readonly accessTokenSeconds: number, readonly refreshTokenSeconds: number, readonly authorizationSeconds: number } } };

export type SetClientAdministrationMutationVariables = Exact<{
  clientId: string;
  mayAdminister: boolean;
}>;


export type SetClientAdministrationMutation = { readonly updateOAuthClient: { readonly clientId: string, readonly clientName: string, readonly clientType: OAuthClientType, readonly clientOrigin: OAuthClientOrigin, readonly redirectUris: ReadonlyArray<string>, readonly scope: string, readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod, readonly jwksUri: string | null, readonly mayAdminister: boolean, readonly accessTokenSeconds: number | null, readonly refreshTokenSeconds: number | null, readonly authorizationSeconds: number | null, readonly effectiveLifetimes: { readonly accessTokenSeconds: number, readonly refreshTokenSeconds: number, readonly authorizationSeconds: number } } };

export type SetClientLifetimesMutationVariables = Exact<{
  clientId: string;
  accessTokenSeconds?: number | null | undefined;
  refreshTokenSeconds?: number | null | undefined;
  authorizationSeconds?: number | null | undefined;
}>;


export type SetClientLifetimesMutation = { readonly setOAuthClientLifetimes: { readonly clientId: string, readonly clientName: string, readonly clientType: OAuthClientType, readonly clientOrigin: OAuthClientOrigin, readonly redirectUris: ReadonlyArray<string>, readonly scope: string, readonly tokenEndpointAuthMethod: OAuthTokenEndpointAuthMethod, readonly jwksUri: string | null, readonly mayAdminister: boolean, readonly accessTokenSeconds: number | null, readonly refreshTokenSeconds: number | null, readonly authorizationSeconds: number | null, readonly effectiveLifetimes: { readonly accessTokenSeconds: number, readonly refreshTokenSeconds: number, readonly authorizationSeconds: number } } };

export type ClientSummariesQueryVariables = Exact<{ [key: string]: never; }>;


export type ClientSummariesQuery = { readonly oauthClientSummaries: ReadonlyArray<{ readonly clientId: string, readonly signIns: number, readonly activeSessions: number, readonly lastUsedAt: string | null }> };

export type ClientUseQueryVariables = Exact<{
  clientId: string;
}>;


export type ClientUseQuery = { readonly oauthClientActivity: { readonly signIns: number, readonly activeSessions: number, readonly lastSignInAt: string | null, readonly lastUsedAt: string | null, readonly days: ReadonlyArray<{ readonly day: string, readonly signIns: number }>, readonly refusals: ReadonlyArray<{ readonly type: string, readonly reason: string | null, readonly message: string | null, readonly count: number, readonly lastAt: string, readonly lastPosition: number }> } | null };

export type ClientSecretsQueryVariables = Exact<{
  clientId: string;
}>;


export type ClientSecretsQuery = { readonly oauthClient: { readonly clientId: string, readonly secrets: ReadonlyArray<{ readonly createdAt: string | null, readonly validUntil: string | null, readonly lastUsedAt: string | null }> } | null };

export type RotateClientSecretMutationVariables = Exact<{
  clientId: string;
  overlapHours: number;
}>;


export type RotateClientSecretMutation = { readonly rotateOAuthClientSecret: { readonly clientId: string, readonly clientSecret: string | null } };

export type RevokeOldClientSecretMutationVariables = Exact<{
  clientId: string;
}>;


export type RevokeOldClientSecretMutation = { readonly revokeOAuthClientOldSecret: { readonly clientId: string } };

export type DeleteClientMutationVariables = Exact<{
  clientId: string;
}>;


export type DeleteClientMutation = { readonly deleteOAuthClient: boolean };

export type ResetIndexMutationVariables = Exact<{
  confirmation: string;
}>;


export type ResetIndexMutation = { readonly resetIndex: { readonly records: number } };

export type HealthQueryVariables = Exact<{ [key: string]: never; }>;


export type HealthQuery = { readonly health: { readonly at: string, readonly problems: ReadonlyArray<{ readonly severity: HealthSeverity, readonly message: string, readonly remedy: string, readonly page: string }>, readonly minutes: ReadonlyArray<{ readonly at: string, readonly requests: number, readonly refused: number, readonly failed: number, readonly aborted: number }>, readonly requests: ReadonlyArray<{ readonly kind: RequestKind, readonly requests: number, readonly refused: number, readonly failed: number, readonly aborted: number, readonly p50: number | null, readonly p95: number | null, readonly p99: number | null }>, readonly servers: ReadonlyArray<{ readonly host: string | null, readonly calls: number, readonly failed: number, readonly lastFailure: string | null, readonly lastFailureAt: string | null }>, readonly queues: ReadonlyArray<{ readonly name: HealthQueueName, readonly waiting: number, readonly failed: number }>, readonly database: { readonly version: string, readonly bytes: number, readonly connections: number, readonly maxConnections: number, readonly tables: ReadonlyArray<{ readonly name: string, readonly bytes: number, readonly rows: number | null }> } | null, readonly processes: ReadonlyArray<{ readonly id: string, readonly host: string, readonly pid: number, readonly version: string, readonly startedAt: string, readonly reportedAt: string, readonly state: ProcessState, readonly memoryBytes: number, readonly processorShare: number, readonly eventLoopDelay: number, readonly connections: number, readonly operations: number, readonly isThis: boolean }> } };

export type DoctorQueryVariables = Exact<{ [key: string]: never; }>;


export type DoctorQuery = { readonly doctor: ReadonlyArray<{ readonly name: string, readonly title: string, readonly status: DoctorStatus, readonly detail: string, readonly remedy: string | null }> };

export type SettingsQueryVariables = Exact<{ [key: string]: never; }>;


export type SettingsQuery = { readonly settings: { readonly externalBaseUrl: string, readonly version: string, readonly development: boolean, readonly database: string, readonly values: ReadonlyArray<{ readonly name: string, readonly value: string, readonly isDefault: boolean, readonly description: string, readonly isSecret: boolean }>, readonly endpoints: ReadonlyArray<{ readonly name: string, readonly url: string }> } };

export type LexiconsQueryVariables = Exact<{ [key: string]: never; }>;


export type LexiconsQuery = { readonly lexicons: ReadonlyArray<{ readonly id: string, readonly isCollection: boolean, readonly isCompleted: boolean, readonly summary: string, readonly records: number | null }> };

export type LexiconQueryVariables = Exact<{
  id: string;
}>;


export type LexiconQuery = { readonly lexicon: { readonly id: string, readonly isCollection: boolean, readonly isCompleted: boolean, readonly summary: string, readonly records: number | null, readonly json: string, readonly definitions: ReadonlyArray<{ readonly name: string, readonly type: string, readonly description: string | null, readonly properties: ReadonlyArray<{ readonly name: string, readonly field: string, readonly type: string | null, readonly isRequired: boolean, readonly constraints: ReadonlyArray<string>, readonly description: string | null, readonly references: ReadonlyArray<string> }> }> } | null };

export type LexiconVersionsQueryVariables = Exact<{ [key: string]: never; }>;


export type LexiconVersionsQuery = { readonly lexiconVersions: ReadonlyArray<{ readonly version: number, readonly ids: ReadonlyArray<string>, readonly importedAt: string, readonly actorType: string, readonly actorId: string | null, readonly actorHandle: string | null, readonly position: number, readonly isActive: boolean }> };

export type CompareLexiconsQueryVariables = Exact<{
  zipBase64: string;
  add: boolean;
}>;


export type CompareLexiconsQuery = { readonly compareLexicons: { readonly digest: string, readonly unchanged: boolean, readonly completed: ReadonlyArray<string>, readonly added: ReadonlyArray<string>, readonly removed: ReadonlyArray<string>, readonly notices: ReadonlyArray<{ readonly file: string, readonly path: string, readonly reason: string }>, readonly changed: ReadonlyArray<{ readonly id: string, readonly before: string, readonly after: string }>, readonly collectionsRemoved: ReadonlyArray<{ readonly id: string, readonly records: number }> } };

export type CompareLexiconRemovalQueryVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type CompareLexiconRemovalQuery = { readonly compareLexiconRemoval: { readonly collectionsRemoved: ReadonlyArray<{ readonly id: string, readonly records: number }>, readonly notices: ReadonlyArray<{ readonly file: string, readonly path: string, readonly reason: string }> } };

export type AddLexiconsMutationVariables = Exact<{
  zipBase64: string;
}>;


export type AddLexiconsMutation = { readonly addLexicons: boolean };

export type RemoveLexiconsMutationVariables = Exact<{
  ids: ReadonlyArray<string> | string;
}>;


export type RemoveLexiconsMutation = { readonly removeLexicons: boolean };

export type UploadLexiconsMutationVariables = Exact<{
  zipBase64: string;
}>;


export type UploadLexiconsMutation = { readonly uploadLexicons: boolean };

export type CompareLexiconVersionsQueryVariables = Exact<{
  from: number;
  to: number;
}>;


export type CompareLexiconVersionsQuery = { readonly compareLexiconVersions: { readonly digest: string, readonly unchanged: boolean, readonly completed: ReadonlyArray<string>, readonly added: ReadonlyArray<string>, readonly removed: ReadonlyArray<string>, readonly notices: ReadonlyArray<{ readonly file: string, readonly path: string, readonly reason: string }>, readonly changed: ReadonlyArray<{ readonly id: string, readonly before: string, readonly after: string }>, readonly collectionsRemoved: ReadonlyArray<{ readonly id: string, readonly records: number }> } };

export type CompareLexiconRestoreQueryVariables = Exact<{
  version: number;
}>;


export type CompareLexiconRestoreQuery = { readonly compareLexiconRestore: { readonly digest: string, readonly unchanged: boolean, readonly completed: ReadonlyArray<string>, readonly added: ReadonlyArray<string>, readonly removed: ReadonlyArray<string>, readonly notices: ReadonlyArray<{ readonly file: string, readonly path: string, readonly reason: string }>, readonly changed: ReadonlyArray<{ readonly id: string, readonly before: string, readonly after: string }>, readonly collectionsRemoved: ReadonlyArray<{ readonly id: string, readonly records: number }> } };

export type RestoreLexiconsMutationVariables = Exact<{
  version: number;
}>;


export type RestoreLexiconsMutation = { readonly restoreLexicons: boolean };

export type ReportQueueQueryVariables = Exact<{
  status?: ReportStatus | null | undefined;
  did?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type ReportQueueQuery = { readonly reports: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly subjectUri: string, readonly reasonType: ReportReasonType, readonly status: ReportStatus, readonly createdAt: string, readonly subject: { readonly did: string, readonly handle: string | null, readonly state: ReportSubjectState, readonly collection: string | null, readonly value: unknown } }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type OpenReportCountQueryVariables = Exact<{ [key: string]: never; }>;


export type OpenReportCountQuery = { readonly reports: { readonly totalCount: number | null } };

export type ReportedSubjectQueryVariables = Exact<{
  uri: string;
  did: string;
}>;


export type ReportedSubjectQuery = { readonly latest: { readonly nodes: ReadonlyArray<{ readonly subject: { readonly uri: string, readonly did: string, readonly handle: string | null, readonly state: ReportSubjectState, readonly message: string | null, readonly collection: string | null, readonly cid: string | null, readonly indexedAt: string | null, readonly value: unknown, readonly references: ReadonlyArray<{ readonly path: string | null, readonly uri: string, readonly did: string, readonly handle: string | null, readonly collection: string, readonly indexedAt: string | null, readonly value: unknown }>, readonly recentRecords: ReadonlyArray<{ readonly uri: string, readonly collection: string, readonly indexedAt: string | null, readonly value: unknown }> } }> }, readonly reports: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly reasonType: ReportReasonType, readonly reason: string | null, readonly status: ReportStatus, readonly reporterDid: string, readonly reporterHandle: string | null, readonly createdAt: string, readonly resolvedBy: string | null, readonly resolvedByHandle: string | null, readonly resolvedAt: string | null, readonly label: string | null }> }, readonly ofAccount: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly subjectUri: string, readonly reasonType: ReportReasonType, readonly status: ReportStatus, readonly createdAt: string, readonly resolvedBy: string | null, readonly resolvedByHandle: string | null, readonly resolvedAt: string | null, readonly label: string | null }> }, readonly labels: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly src: string, readonly uri: string, readonly val: string, readonly neg: boolean, readonly cts: string, readonly exp: string | null }> }, readonly ofAuthor: { readonly nodes: ReadonlyArray<{ readonly id: string, readonly src: string, readonly uri: string, readonly val: string, readonly neg: boolean, readonly cts: string, readonly exp: string | null }> } };

export type LabelDefinitionsQueryVariables = Exact<{ [key: string]: never; }>;


export type LabelDefinitionsQuery = { readonly labelDefinitions: ReadonlyArray<{ readonly val: string, readonly description: string, readonly severity: LabelSeverity, readonly defaultVisibility: LabelVisibility }> };

export type LabelListQueryVariables = Exact<{
  uri?: string | null | undefined;
  val?: string | null | undefined;
  src?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type LabelListQuery = { readonly labels: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly src: string, readonly uri: string, readonly val: string, readonly neg: boolean, readonly cts: string, readonly exp: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type ResolveReportMutationVariables = Exact<{
  id: string;
  action: ReportAction;
  labelVal?: string | null | undefined;
  includeOthers: boolean;
}>;


export type ResolveReportMutation = { readonly resolveReport: { readonly id: string, readonly status: ReportStatus } };

export type CreateLabelMutationVariables = Exact<{
  uri: string;
  val: string;
}>;


export type CreateLabelMutation = { readonly createLabel: { readonly id: string } };

export type NegateLabelMutationVariables = Exact<{
  uri: string;
  val: string;
}>;


export type NegateLabelMutation = { readonly negateLabel: { readonly id: string } };

export type CreateLabelDefinitionMutationVariables = Exact<{
  val: string;
  description: string;
  severity: LabelSeverity;
  defaultVisibility: LabelVisibility;
}>;


export type CreateLabelDefinitionMutation = { readonly createLabelDefinition: { readonly val: string } };

export type RecordCollectionsQueryVariables = Exact<{
  collection?: string | null | undefined;
}>;


export type RecordCollectionsQuery = { readonly recordCollections: ReadonlyArray<{ readonly collection: string, readonly description: string | null, readonly records: number, readonly hidden: number, readonly lastIndexedAt: string | null, readonly properties: ReadonlyArray<{ readonly name: string, readonly description: string | null, readonly required: boolean, readonly type: string, readonly operand: string | null }> }> };

export type AdminRecordsQueryVariables = Exact<{
  collection: string;
  author?: string | null | undefined;
  rkey?: string | null | undefined;
  where?: ReadonlyArray<RecordConditionInput> | RecordConditionInput | null | undefined;
  scope: RecordScope;
  orderBy?: RecordOrderInput | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AdminRecordsQuery = { readonly adminRecords: { readonly nodes: ReadonlyArray<{ readonly uri: string, readonly did: string, readonly handle: string | null, readonly rkey: string, readonly indexedAt: string, readonly value: unknown, readonly hiddenBy: string | null, readonly hiddenMessage: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type AdminRecordCountQueryVariables = Exact<{
  collection: string;
  author?: string | null | undefined;
  rkey?: string | null | undefined;
  where?: ReadonlyArray<RecordConditionInput> | RecordConditionInput | null | undefined;
  scope: RecordScope;
}>;


export type AdminRecordCountQuery = { readonly adminRecords: { readonly totalCount: number | null } };

export type AdminRecordQueryVariables = Exact<{
  uri: string;
}>;


export type AdminRecordQuery = { readonly adminRecord: { readonly uri: string, readonly cid: string, readonly did: string, readonly handle: string | null, readonly collection: string, readonly rkey: string, readonly indexedAt: string, readonly value: unknown, readonly hiddenBy: string | null, readonly hiddenMessage: string | null, readonly reports: number, readonly labels: ReadonlyArray<{ readonly id: string, readonly val: string, readonly src: string }>, readonly references: ReadonlyArray<{ readonly path: string, readonly subject: string, readonly did: string, readonly handle: string | null, readonly collection: string | null, readonly isKnown: boolean }>, readonly referencedBy: ReadonlyArray<{ readonly collection: string, readonly path: string, readonly count: number, readonly property: string | null, readonly records: ReadonlyArray<{ readonly uri: string, readonly did: string, readonly handle: string | null, readonly rkey: string, readonly indexedAt: string, readonly hiddenMessage: string | null }> }> } | null };

export type IndexRecordMutationVariables = Exact<{
  uri: string;
}>;


export type IndexRecordMutation = { readonly indexRecord: { readonly message: string, readonly record: { readonly uri: string } | null } };

export type AuthorizationsQueryVariables = Exact<{
  did?: string | null | undefined;
  clientId?: string | null | undefined;
  state?: AuthorizationState | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type AuthorizationsQuery = { readonly authorizations: { readonly nodes: ReadonlyArray<{ readonly authorizationId: string, readonly did: string, readonly handle: string | null, readonly clientId: string, readonly clientName: string | null, readonly scope: string, readonly grantedAt: string, readonly lastUsedAt: string, readonly expiresAt: string, readonly endedAt: string | null, readonly endReason: string | null, readonly endMessage: string | null }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type EndAuthorizationMutationVariables = Exact<{
  authorizationId: string;
}>;


export type EndAuthorizationMutation = { readonly endAuthorization: boolean };

export type EndAuthorizationsOfMutationVariables = Exact<{
  did?: string | null | undefined;
  clientId?: string | null | undefined;
}>;


export type EndAuthorizationsOfMutation = { readonly endAuthorizationsOf: number };

export type SkippedRecordsQueryVariables = Exact<{
  did?: string | null | undefined;
  first: number;
  after?: string | null | undefined;
}>;


export type SkippedRecordsQuery = { readonly skippedRecords: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly uri: string, readonly cid: string, readonly reason: string, readonly message: string, readonly did: string, readonly handle: string | null, readonly indexedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type SyncStatusQueryVariables = Exact<{ [key: string]: never; }>;


export type SyncStatusQuery = { readonly syncStatus: { readonly source: string, readonly address: string | null, readonly state: SyncState, readonly since: string | null, readonly silentSince: string | null, readonly cursor: string | null, readonly cursorTime: string | null, readonly lagSeconds: number | null, readonly eventsPerSecond: number, readonly lastEventAt: string | null, readonly lastError: string | null, readonly lastErrorAt: string | null, readonly reposKnown: number, readonly reposDesynchronised: number, readonly deadLetters: number, readonly minutes: ReadonlyArray<{ readonly at: string, readonly events: number, readonly records: number }>, readonly collections: ReadonlyArray<{ readonly collection: string, readonly lastEventAt: string | null }> } };

export type BackfillsQueryVariables = Exact<{ [key: string]: never; }>;


export type BackfillsQuery = { readonly backfills: ReadonlyArray<{ readonly id: string, readonly kind: BackfillKind, readonly dids: ReadonlyArray<string>, readonly collection: string | null, readonly state: BackfillState, readonly reason: string | null, readonly startedAt: string, readonly endedAt: string | null, readonly isListed: boolean, readonly repositories: number, readonly processed: number, readonly failed: number, readonly records: number, readonly repositoriesPerSecond: number, readonly secondsLeft: number | null }> };

export type BackfillActorMutationVariables = Exact<{
  actor: string;
}>;


export type BackfillActorMutation = { readonly backfillActor: { readonly id: string } };

export type BackfillCollectionMutationVariables = Exact<{
  collection: string;
}>;


export type BackfillCollectionMutation = { readonly backfillCollection: { readonly id: string } };

export type BackfillAllMutationVariables = Exact<{ [key: string]: never; }>;


export type BackfillAllMutation = { readonly backfillAll: { readonly id: string } };

export type CancelBackfillMutationVariables = Exact<{
  id: string;
}>;


export type CancelBackfillMutation = { readonly cancelBackfill: { readonly id: string } };

export type DeadLettersQueryVariables = Exact<{
  where: DeadLetterFilter;
  first: number;
  after?: string | null | undefined;
}>;


export type DeadLettersQuery = { readonly deadLetters: { readonly totalCount: number | null, readonly nodes: ReadonlyArray<{ readonly id: string, readonly source: string, readonly did: string | null, readonly handle: string | null, readonly collection: string | null, readonly uri: string | null, readonly reason: string, readonly message: string, readonly value: unknown, readonly bytes: string | null, readonly receivedAt: string }>, readonly pageInfo: { readonly hasNextPage: boolean, readonly endCursor: string | null } } };

export type RetryDeadLettersMutationVariables = Exact<{
  where: DeadLetterFilter;
}>;


export type RetryDeadLettersMutation = { readonly retryDeadLetters: { readonly tried: number, readonly indexed: number, readonly gone: number } };

export type DropDeadLettersMutationVariables = Exact<{
  where: DeadLetterFilter;
}>;


export type DropDeadLettersMutation = { readonly dropDeadLetters: number };

export type ExplainRecordQueryVariables = Exact<{
  uri: string;
}>;


export type ExplainRecordQuery = { readonly explainRecord: { readonly uri: string, readonly reason: string, readonly message: string, readonly remedy: string | null } };

export type BackfillEstimateQueryVariables = Exact<{
  actor?: string | null | undefined;
  collection?: string | null | undefined;
}>;


export type BackfillEstimateQuery = { readonly backfillEstimate: { readonly repositories: number, readonly isExact: boolean, readonly bytes: number | null, readonly seconds: number | null } };

export type WebhookQueryVariables = Exact<{ [key: string]: never; }>;


export type WebhookQuery = { readonly webhook: { readonly host: string | null, readonly topics: ReadonlyArray<string>, readonly stoppedAt: string | null, readonly pending: number, readonly oldestPendingAt: string | null, readonly givenUp: number, readonly messages: ReadonlyArray<{ readonly id: string, readonly type: string, readonly meaning: string, readonly happenedAt: string, readonly position: number | null, readonly clientId: string | null, readonly state: WebhookMessageState, readonly attempts: number, readonly attemptedAt: string | null, readonly nextAttemptAt: string | null, readonly outcome: string | null }> } };

export type SendWebhookTestMutationVariables = Exact<{ [key: string]: never; }>;


export type SendWebhookTestMutation = { readonly sendWebhookTest: { readonly id: string } };

export type RetryWebhookMessageMutationVariables = Exact<{
  id: string | number;
}>;


export type RetryWebhookMessageMutation = { readonly retryWebhookMessage: { readonly id: string } };

export type AdminSessionQueryVariables = Exact<{ [key: string]: never; }>;


export type AdminSessionQuery = { readonly adminSession: { readonly state: AdminSessionState, readonly role: AdminRole | null, readonly did: string | null, readonly handle: string | null, readonly expiresAt: string | null, readonly setUpOpen: boolean, readonly origin: string, readonly version: string, readonly development: boolean } };

export type SignInProblemQueryVariables = Exact<{
  code: string;
}>;


export type SignInProblemQuery = { readonly signInProblem: string | null };

export class TypedDocumentString<TResult, TVariables>
  extends String
  implements DocumentTypeDecoration<TResult, TVariables>
{
  __apiType?: NonNullable<DocumentTypeDecoration<TResult, TVariables>['__apiType']>;
  private value: string;
  public __meta__?: Record<string, unknown> | undefined;

  constructor(value: string, __meta__?: Record<string, unknown> | undefined) {
    super(value);
    this.value = value;
    this.__meta__ = __meta__;
  }

  override toString(): string & DocumentTypeDecoration<TResult, TVariables> {
    return this.value;
  }
}
export const PartOfSentenceFragmentDoc = new TypedDocumentString(`
    fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}
    `, {"fragmentName":"PartOfSentence"}) as unknown as TypedDocumentString<PartOfSentenceFragment, unknown>;
export const EventPartsFragmentDoc = new TypedDocumentString(`
    fragment EventParts on AuditEvent {
  position
  type
  occurredAt
  actorType
  actorId
  actorHandle
  did
  handle
  clientId
  clientName
  authorizationId
  outcome
  reason
  sentence
  parts {
    ...PartOfSentence
  }
  explanation
  uri
}
    fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}`, {"fragmentName":"EventParts"}) as unknown as TypedDocumentString<EventPartsFragment, unknown>;
export const StoryPartsFragmentDoc = new TypedDocumentString(`
    fragment StoryParts on AuditStory {
  kind
  outcome
  headline
  parts {
    ...PartOfSentence
  }
  explanation
  at
  milliseconds
  stepCount
  steps {
    position
    type
    occurredAt
    outcome
    explanation
    authorizationId
    parts {
      ...PartOfSentence
    }
  }
}
    fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}`, {"fragmentName":"StoryParts"}) as unknown as TypedDocumentString<StoryPartsFragment, unknown>;
export const VerificationPartsFragmentDoc = new TypedDocumentString(`
    fragment VerificationParts on LogVerification {
  position
  at
  place
  holds
  checked
  rootHash
  actorId
  actorHandle
  fault {
    position
    part
    reason
  }
  compared {
    size
    rootHash
  }
}
    `, {"fragmentName":"VerificationParts"}) as unknown as TypedDocumentString<VerificationPartsFragment, unknown>;
export const ClientPartsFragmentDoc = new TypedDocumentString(`
    fragment ClientParts on OAuthClient {
  clientId
  clientName
  clientType
  clientOrigin
  redirectUris
  scope
  tokenEndpointAuthMethod
  jwksUri
  mayAdminister
  accessTokenSeconds
  refreshTokenSeconds
  authorizationSeconds
  effectiveLifetimes {
    accessTokenSeconds
    refreshTokenSeconds
    authorizationSeconds
  }
}
    `, {"fragmentName":"ClientParts"}) as unknown as TypedDocumentString<ClientPartsFragment, unknown>;
export const FindDocument = new TypedDocumentString(`
    query Find($text: String!) {
  find(text: $text) {
    kind
    id
    name
    detail
  }
}
    `) as unknown as TypedDocumentString<FindQuery, FindQueryVariables>;
export const AccountsDocument = new TypedDocumentString(`
    query Accounts($text: String, $state: AccountState, $first: Int!, $after: String) {
  accounts(text: $text, state: $state, first: $first, after: $after) {
    nodes {
      did
      handle
      pds
      status
      isTakenDown
      signedInAt
      lastUsedAt
      activeSessions
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AccountsQuery, AccountsQueryVariables>;
export const AccountDocument = new TypedDocumentString(`
    query Account($account: String!) {
  account(account: $account) {
    did
    handle
    pds
    status
    isTakenDown
    signedInAt
    lastUsedAt
    activeSessions
    apps {
      clientId
      clientName
      signIns
      activeSessions
      signedInAt
      usedAt
    }
    records {
      collection
      records
      hidden
      lastIndexedAt
    }
    indexing {
      code
      message
      remedy
      indexedAt
      stored
      removed
      skipped
      rev
    }
    skippedRecords
    labels {
      id
      src
      val
      cts
    }
    reports
    openReports
  }
}
    `) as unknown as TypedDocumentString<AccountQuery, AccountQueryVariables>;
export const IndexAccountDocument = new TypedDocumentString(`
    mutation IndexAccount($account: String!) {
  backfillActor(actor: $account) {
    id
  }
}
    `) as unknown as TypedDocumentString<IndexAccountMutation, IndexAccountMutationVariables>;
export const RemoveAccountRecordsDocument = new TypedDocumentString(`
    mutation RemoveAccountRecords($account: String!, $confirmation: String!) {
  removeAccountRecords(account: $account, confirmation: $confirmation)
}
    `) as unknown as TypedDocumentString<RemoveAccountRecordsMutation, RemoveAccountRecordsMutationVariables>;
export const StatisticsDocument = new TypedDocumentString(`
    query Statistics {
  statistics {
    records
    actors
    collections {
      id
      records
    }
    clients
    activeAuthorizations
    events
    lexicons
  }
}
    `) as unknown as TypedDocumentString<StatisticsQuery, StatisticsQueryVariables>;
export const ActivityDocument = new TypedDocumentString(`
    query Activity($range: ActivityRange!) {
  activity(range: $range) {
    from
    to
    bucketSeconds
    buckets {
      at
      logins
      refreshes
      writes
      failures
      other
    }
  }
}
    `) as unknown as TypedDocumentString<ActivityQuery, ActivityQueryVariables>;
export const FirstStepsDocument = new TypedDocumentString(`
    query FirstSteps {
  firstSteps {
    step
    isDone
  }
}
    `) as unknown as TypedDocumentString<FirstStepsQuery, FirstStepsQueryVariables>;
export const AdminsDocument = new TypedDocumentString(`
    query Admins {
  admins {
    did
    role
    handle
    addedAt
    addedBy
    fromConfiguration
    isYou
  }
}
    `) as unknown as TypedDocumentString<AdminsQuery, AdminsQueryVariables>;
export const AddAdminDocument = new TypedDocumentString(`
    mutation AddAdmin($account: String!, $role: AdminRole!) {
  addAdmin(account: $account, role: $role) {
    did
    handle
  }
}
    `) as unknown as TypedDocumentString<AddAdminMutation, AddAdminMutationVariables>;
export const RemoveAdminDocument = new TypedDocumentString(`
    mutation RemoveAdmin($did: String!) {
  removeAdmin(did: $did)
}
    `) as unknown as TypedDocumentString<RemoveAdminMutation, RemoveAdminMutationVariables>;
export const SetAdminRoleDocument = new TypedDocumentString(`
    mutation SetAdminRole($did: String!, $role: AdminRole!) {
  setAdminRole(did: $did, role: $role) {
    did
    role
  }
}
    `) as unknown as TypedDocumentString<SetAdminRoleMutation, SetAdminRoleMutationVariables>;
export const AuditStoriesDocument = new TypedDocumentString(`
    query AuditStories($where: AuditFilter, $first: Int!, $after: String) {
  auditStories(where: $where, first: $first, after: $after) {
    nodes {
      ...StoryParts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}
fragment StoryParts on AuditStory {
  kind
  outcome
  headline
  parts {
    ...PartOfSentence
  }
  explanation
  at
  milliseconds
  stepCount
  steps {
    position
    type
    occurredAt
    outcome
    explanation
    authorizationId
    parts {
      ...PartOfSentence
    }
  }
}`) as unknown as TypedDocumentString<AuditStoriesQuery, AuditStoriesQueryVariables>;
export const AuditEventsDocument = new TypedDocumentString(`
    query AuditEvents($where: AuditFilter, $first: Int!, $after: String) {
  auditEvents(where: $where, first: $first, after: $after) {
    nodes {
      ...EventParts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment EventParts on AuditEvent {
  position
  type
  occurredAt
  actorType
  actorId
  actorHandle
  did
  handle
  clientId
  clientName
  authorizationId
  outcome
  reason
  sentence
  parts {
    ...PartOfSentence
  }
  explanation
  uri
}
fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}`) as unknown as TypedDocumentString<AuditEventsQuery, AuditEventsQueryVariables>;
export const AuditCountDocument = new TypedDocumentString(`
    query AuditCount($where: AuditFilter) {
  auditEvents(where: $where, first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<AuditCountQuery, AuditCountQueryVariables>;
export const AuditEventTypesDocument = new TypedDocumentString(`
    query AuditEventTypes {
  auditEventTypes {
    type
    sentence
    group
    isFailure
  }
}
    `) as unknown as TypedDocumentString<AuditEventTypesQuery, AuditEventTypesQueryVariables>;
export const AuditEventDocument = new TypedDocumentString(`
    query AuditEvent($position: Int!) {
  auditEvent(position: $position) {
    ...EventParts
    id
    stream
    version
    recordedAt
    requestId
    causationId
    correlationId
    data
    leafHash
    fault
  }
  auditArchivedEvent(position: $position) {
    class
    file
    namedAt
  }
}
    fragment EventParts on AuditEvent {
  position
  type
  occurredAt
  actorType
  actorId
  actorHandle
  did
  handle
  clientId
  clientName
  authorizationId
  outcome
  reason
  sentence
  parts {
    ...PartOfSentence
  }
  explanation
  uri
}
fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}`) as unknown as TypedDocumentString<AuditEventQuery, AuditEventQueryVariables>;
export const AuditTimelineDocument = new TypedDocumentString(`
    query AuditTimeline($authorizationId: String!, $first: Int!, $after: String) {
  auditTimeline(authorizationId: $authorizationId, first: $first, after: $after) {
    authorizationId
    did
    handle
    clientId
    clientName
    scope
    state
    endReason
    endMessage
    steps {
      nodes {
        ...EventParts
      }
      pageInfo {
        hasNextPage
        endCursor
      }
    }
  }
}
    fragment EventParts on AuditEvent {
  position
  type
  occurredAt
  actorType
  actorId
  actorHandle
  did
  handle
  clientId
  clientName
  authorizationId
  outcome
  reason
  sentence
  parts {
    ...PartOfSentence
  }
  explanation
  uri
}
fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}`) as unknown as TypedDocumentString<AuditTimelineQuery, AuditTimelineQueryVariables>;
export const AuditRecordDocument = new TypedDocumentString(`
    query AuditRecord($uri: String!, $first: Int!, $after: String) {
  auditRecord(uri: $uri, first: $first, after: $after) {
    nodes {
      ...EventParts
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    fragment EventParts on AuditEvent {
  position
  type
  occurredAt
  actorType
  actorId
  actorHandle
  did
  handle
  clientId
  clientName
  authorizationId
  outcome
  reason
  sentence
  parts {
    ...PartOfSentence
  }
  explanation
  uri
}
fragment PartOfSentence on AuditPart {
  text
  did
  clientId
  uri
}`) as unknown as TypedDocumentString<AuditRecordQuery, AuditRecordQueryVariables>;
export const AuditLogDocument = new TypedDocumentString(`
    query AuditLog {
  auditLog {
    checkpoint {
      origin
      size
      rootHash
      sealedAt
      note
    }
    lagEvents
    lagSeconds
    refusal
    verifierKeys
  }
}
    `) as unknown as TypedDocumentString<AuditLogQuery, AuditLogQueryVariables>;
export const LogVerificationsDocument = new TypedDocumentString(`
    query LogVerifications {
  auditLog {
    verifications {
      last {
        ...VerificationParts
      }
      failed {
        ...VerificationParts
      }
      failedCount
    }
  }
}
    fragment VerificationParts on LogVerification {
  position
  at
  place
  holds
  checked
  rootHash
  actorId
  actorHandle
  fault {
    position
    part
    reason
  }
  compared {
    size
    rootHash
  }
}`) as unknown as TypedDocumentString<LogVerificationsQuery, LogVerificationsQueryVariables>;
export const SealedSizeDocument = new TypedDocumentString(`
    query SealedSize {
  auditLog {
    checkpoint {
      size
    }
    lagSeconds
    refusal
  }
}
    `) as unknown as TypedDocumentString<SealedSizeQuery, SealedSizeQueryVariables>;
export const CheckpointPublicationsDocument = new TypedDocumentString(`
    query CheckpointPublications {
  checkpointPublications {
    kind
    name
    address
    verifierKey
    state
    explanation
    size
    lagEvents
    changedAt
    checkedAt
    resetAt
  }
}
    `) as unknown as TypedDocumentString<CheckpointPublicationsQuery, CheckpointPublicationsQueryVariables>;
export const ReportLogVerificationDocument = new TypedDocumentString(`
    mutation ReportLogVerification($result: LogVerificationInput!) {
  reportLogVerification(result: $result) {
    position
  }
}
    `) as unknown as TypedDocumentString<ReportLogVerificationMutation, ReportLogVerificationMutationVariables>;
export const ClientsDocument = new TypedDocumentString(`
    query Clients {
  oauthClients {
    ...ClientParts
  }
}
    fragment ClientParts on OAuthClient {
  clientId
  clientName
  clientType
  clientOrigin
  redirectUris
  scope
  tokenEndpointAuthMethod
  jwksUri
  mayAdminister
  accessTokenSeconds
  refreshTokenSeconds
  authorizationSeconds
  effectiveLifetimes {
    accessTokenSeconds
    refreshTokenSeconds
    authorizationSeconds
  }
}`) as unknown as TypedDocumentString<ClientsQuery, ClientsQueryVariables>;
export const RegisterClientDocument = new TypedDocumentString(`
    mutation RegisterClient($clientName: String!, $clientType: OAuthClientType!, $redirectUris: [String!]!, $scope: String!) {
  createOAuthClient(
    clientName: $clientName
    clientType: $clientType
    redirectUris: $redirectUris
    scope: $scope
  ) {
    ...ClientParts
    clientSecret
  }
}
    fragment ClientParts on OAuthClient {
  clientId
  clientName
  clientType
  clientOrigin
  redirectUris
  scope
  tokenEndpointAuthMethod
  jwksUri
  mayAdminister
  accessTokenSeconds
  refreshTokenSeconds
  authorizationSeconds
  effectiveLifetimes {
    accessTokenSeconds
    refreshTokenSeconds
    authorizationSeconds
  }
}`) as unknown as TypedDocumentString<RegisterClientMutation, RegisterClientMutationVariables>;
export const UpdateClientDocument = new TypedDocumentString(`
    mutation UpdateClient($clientId: String!, $clientName: String, $redirectUris: [String!], $scope: String) {
  updateOAuthClient(
    clientId: $clientId
    clientName: $clientName
    redirectUris: $redirectUris
    scope: $scope
  ) {
    ...ClientParts
  }
}
    fragment ClientParts on OAuthClient {
  clientId
  clientName
  clientType
  clientOrigin
  redirectUris
  scope
  tokenEndpointAuthMethod
  jwksUri
  mayAdminister
  accessTokenSeconds
  refreshTokenSeconds
  authorizationSeconds
  effectiveLifetimes {
    accessTokenSeconds
    refreshTokenSeconds
    authorizationSeconds
  }
}`) as unknown as TypedDocumentString<UpdateClientMutation, UpdateClientMutationVariables>;
export const SetClientAdministrationDocument = new TypedDocumentString(`
    mutation SetClientAdministration($clientId: String!, $mayAdminister: Boolean!) {
  updateOAuthClient(clientId: $clientId, mayAdminister: $mayAdminister) {
    ...ClientParts
  }
}
    fragment ClientParts on OAuthClient {
  clientId
  clientName
  clientType
  clientOrigin
  redirectUris
  scope
  tokenEndpointAuthMethod
  jwksUri
  mayAdminister
  accessTokenSeconds
  refreshTokenSeconds
  authorizationSeconds
  effectiveLifetimes {
    accessTokenSeconds
    refreshTokenSeconds
    authorizationSeconds
  }
}`) as unknown as TypedDocumentString<SetClientAdministrationMutation, SetClientAdministrationMutationVariables>;
export const SetClientLifetimesDocument = new TypedDocumentString(`
    mutation SetClientLifetimes($clientId: String!, $accessTokenSeconds: Int, $refreshTokenSeconds: Int, $authorizationSeconds: Int) {
  setOAuthClientLifetimes(
    clientId: $clientId
    accessTokenSeconds: $accessTokenSeconds
    refreshTokenSeconds: $refreshTokenSeconds
    authorizationSeconds: $authorizationSeconds
  ) {
    ...ClientParts
  }
}
    fragment ClientParts on OAuthClient {
  clientId
  clientName
  clientType
  clientOrigin
  redirectUris
  scope
  tokenEndpointAuthMethod
  jwksUri
  mayAdminister
  accessTokenSeconds
  refreshTokenSeconds
  authorizationSeconds
  effectiveLifetimes {
    accessTokenSeconds
    refreshTokenSeconds
    authorizationSeconds
  }
}`) as unknown as TypedDocumentString<SetClientLifetimesMutation, SetClientLifetimesMutationVariables>;
export const ClientSummariesDocument = new TypedDocumentString(`
    query ClientSummaries {
  oauthClientSummaries {
    clientId
    signIns
    activeSessions
    lastUsedAt
  }
}
    `) as unknown as TypedDocumentString<ClientSummariesQuery, ClientSummariesQueryVariables>;
export const ClientUseDocument = new TypedDocumentString(`
    query ClientUse($clientId: String!) {
  oauthClientActivity(clientId: $clientId) {
    signIns
    activeSessions
    lastSignInAt
    lastUsedAt
    days {
      day
      signIns
    }
    refusals {
      type
      reason
      message
      count
      lastAt
      lastPosition
    }
  }
}
    `) as unknown as TypedDocumentString<ClientUseQuery, ClientUseQueryVariables>;
export const ClientSecretsDocument = new TypedDocumentString(`
    query ClientSecrets($clientId: String!) {
  oauthClient(clientId: $clientId) {
    clientId
    secrets {
      createdAt
      validUntil
      lastUsedAt
    }
  }
}
    `) as unknown as TypedDocumentString<ClientSecretsQuery, ClientSecretsQueryVariables>;
export const RotateClientSecretDocument = new TypedDocumentString(`
    mutation RotateClientSecret($clientId: String!, $overlapHours: Int!) {
  rotateOAuthClientSecret(clientId: $clientId, overlapHours: $overlapHours) {
    clientId
    clientSecret
  }
}
    `) as unknown as TypedDocumentString<RotateClientSecretMutation, RotateClientSecretMutationVariables>;
export const RevokeOldClientSecretDocument = new TypedDocumentString(`
    mutation RevokeOldClientSecret($clientId: String!) {
  revokeOAuthClientOldSecret(clientId: $clientId) {
    clientId
  }
}
    `) as unknown as TypedDocumentString<RevokeOldClientSecretMutation, RevokeOldClientSecretMutationVariables>;
export const DeleteClientDocument = new TypedDocumentString(`
    mutation DeleteClient($clientId: String!) {
  deleteOAuthClient(clientId: $clientId)
}
    `) as unknown as TypedDocumentString<DeleteClientMutation, DeleteClientMutationVariables>;
export const ResetIndexDocument = new TypedDocumentString(`
    mutation ResetIndex($confirmation: String!) {
  resetIndex(confirmation: $confirmation) {
    records
  }
}
    `) as unknown as TypedDocumentString<ResetIndexMutation, ResetIndexMutationVariables>;
export const HealthDocument = new TypedDocumentString(`
    query Health {
  health {
    at
    problems {
      severity
      message
      remedy
      page
    }
    minutes {
      at
      requests
      refused
      failed
      aborted
    }
    requests {
      kind
      requests
      refused
      failed
      aborted
      p50
      p95
      p99
    }
    servers {
      host
      calls
      failed
      lastFailure
      lastFailureAt
    }
    queues {
      name
      waiting
      failed
    }
    database {
      version
      bytes
      connections
      maxConnections
      tables {
        name
        bytes
        rows
      }
    }
    processes {
      id
      host
      pid
      version
      startedAt
      reportedAt
      state
      memoryBytes
      processorShare
      eventLoopDelay
      connections
      operations
      isThis
    }
  }
}
    `) as unknown as TypedDocumentString<HealthQuery, HealthQueryVariables>;
export const DoctorDocument = new TypedDocumentString(`
    query Doctor {
  doctor {
    name
    title
    status
    detail
    remedy
  }
}
    `) as unknown as TypedDocumentString<DoctorQuery, DoctorQueryVariables>;
export const SettingsDocument = new TypedDocumentString(`
    query Settings {
  settings {
    externalBaseUrl
    version
    development
    database
    values {
      name
      value
      isDefault
      description
      isSecret
    }
    endpoints {
      name
      url
    }
  }
}
    `) as unknown as TypedDocumentString<SettingsQuery, SettingsQueryVariables>;
export const LexiconsDocument = new TypedDocumentString(`
    query Lexicons {
  lexicons {
    id
    isCollection
    isCompleted
    summary
    records
  }
}
    `) as unknown as TypedDocumentString<LexiconsQuery, LexiconsQueryVariables>;
export const LexiconDocument = new TypedDocumentString(`
    query Lexicon($id: String!) {
  lexicon(id: $id) {
    id
    isCollection
    isCompleted
    summary
    records
    json
    definitions {
      name
      type
      description
      properties {
        name
        field
        type
        isRequired
        constraints
        description
        references
      }
    }
  }
}
    `) as unknown as TypedDocumentString<LexiconQuery, LexiconQueryVariables>;
export const LexiconVersionsDocument = new TypedDocumentString(`
    query LexiconVersions {
  lexiconVersions {
    version
    ids
    importedAt
    actorType
    actorId
    actorHandle
    position
    isActive
  }
}
    `) as unknown as TypedDocumentString<LexiconVersionsQuery, LexiconVersionsQueryVariables>;
export const CompareLexiconsDocument = new TypedDocumentString(`
    query CompareLexicons($zipBase64: String!, $add: Boolean!) {
  compareLexicons(zipBase64: $zipBase64, add: $add) {
    digest
    unchanged
    completed
    notices {
      file
      path
      reason
    }
    added
    removed
    changed {
      id
      before
      after
    }
    collectionsRemoved {
      id
      records
    }
  }
}
    `) as unknown as TypedDocumentString<CompareLexiconsQuery, CompareLexiconsQueryVariables>;
export const CompareLexiconRemovalDocument = new TypedDocumentString(`
    query CompareLexiconRemoval($ids: [String!]!) {
  compareLexiconRemoval(ids: $ids) {
    collectionsRemoved {
      id
      records
    }
    notices {
      file
      path
      reason
    }
  }
}
    `) as unknown as TypedDocumentString<CompareLexiconRemovalQuery, CompareLexiconRemovalQueryVariables>;
export const AddLexiconsDocument = new TypedDocumentString(`
    mutation AddLexicons($zipBase64: String!) {
  addLexicons(zipBase64: $zipBase64)
}
    `) as unknown as TypedDocumentString<AddLexiconsMutation, AddLexiconsMutationVariables>;
export const RemoveLexiconsDocument = new TypedDocumentString(`
    mutation RemoveLexicons($ids: [String!]!) {
  removeLexicons(ids: $ids)
}
    `) as unknown as TypedDocumentString<RemoveLexiconsMutation, RemoveLexiconsMutationVariables>;
export const UploadLexiconsDocument = new TypedDocumentString(`
    mutation UploadLexicons($zipBase64: String!) {
  uploadLexicons(zipBase64: $zipBase64)
}
    `) as unknown as TypedDocumentString<UploadLexiconsMutation, UploadLexiconsMutationVariables>;
export const CompareLexiconVersionsDocument = new TypedDocumentString(`
    query CompareLexiconVersions($from: Int!, $to: Int!) {
  compareLexiconVersions(from: $from, to: $to) {
    digest
    unchanged
    completed
    notices {
      file
      path
      reason
    }
    added
    removed
    changed {
      id
      before
      after
    }
    collectionsRemoved {
      id
      records
    }
  }
}
    `) as unknown as TypedDocumentString<CompareLexiconVersionsQuery, CompareLexiconVersionsQueryVariables>;
export const CompareLexiconRestoreDocument = new TypedDocumentString(`
    query CompareLexiconRestore($version: Int!) {
  compareLexiconRestore(version: $version) {
    digest
    unchanged
    completed
    notices {
      file
      path
      reason
    }
    added
    removed
    changed {
      id
      before
      after
    }
    collectionsRemoved {
      id
      records
    }
  }
}
    `) as unknown as TypedDocumentString<CompareLexiconRestoreQuery, CompareLexiconRestoreQueryVariables>;
export const RestoreLexiconsDocument = new TypedDocumentString(`
    mutation RestoreLexicons($version: Int!) {
  restoreLexicons(version: $version)
}
    `) as unknown as TypedDocumentString<RestoreLexiconsMutation, RestoreLexiconsMutationVariables>;
export const ReportQueueDocument = new TypedDocumentString(`
    query ReportQueue($status: ReportStatus, $did: String, $first: Int!, $after: String) {
  reports(status: $status, did: $did, first: $first, after: $after) {
    nodes {
      id
      subjectUri
      reasonType
      status
      createdAt
      subject {
        did
        handle
        state
        collection
        value
      }
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    `) as unknown as TypedDocumentString<ReportQueueQuery, ReportQueueQueryVariables>;
export const OpenReportCountDocument = new TypedDocumentString(`
    query OpenReportCount {
  reports(status: OPEN, first: 1) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<OpenReportCountQuery, OpenReportCountQueryVariables>;
export const ReportedSubjectDocument = new TypedDocumentString(`
    query ReportedSubject($uri: String!, $did: String!) {
  latest: reports(subjectUri: $uri, first: 1) {
    nodes {
      subject {
        uri
        did
        handle
        state
        message
        collection
        cid
        indexedAt
        value
        references {
          path
          uri
          did
          handle
          collection
          indexedAt
          value
        }
        recentRecords {
          uri
          collection
          indexedAt
          value
        }
      }
    }
  }
  reports(subjectUri: $uri, first: 100) {
    nodes {
      id
      reasonType
      reason
      status
      reporterDid
      reporterHandle
      createdAt
      resolvedBy
      resolvedByHandle
      resolvedAt
      label
    }
    totalCount
  }
  ofAccount: reports(did: $did, first: 50) {
    nodes {
      id
      subjectUri
      reasonType
      status
      createdAt
      resolvedBy
      resolvedByHandle
      resolvedAt
      label
    }
  }
  labels(uri: $uri, first: 50) {
    nodes {
      id
      src
      uri
      val
      neg
      cts
      exp
    }
  }
  ofAuthor: labels(uri: $did, first: 50) {
    nodes {
      id
      src
      uri
      val
      neg
      cts
      exp
    }
  }
}
    `) as unknown as TypedDocumentString<ReportedSubjectQuery, ReportedSubjectQueryVariables>;
export const LabelDefinitionsDocument = new TypedDocumentString(`
    query LabelDefinitions {
  labelDefinitions {
    val
    description
    severity
    defaultVisibility
  }
}
    `) as unknown as TypedDocumentString<LabelDefinitionsQuery, LabelDefinitionsQueryVariables>;
export const LabelListDocument = new TypedDocumentString(`
    query LabelList($uri: String, $val: String, $src: String, $first: Int!, $after: String) {
  labels(uri: $uri, val: $val, src: $src, first: $first, after: $after) {
    nodes {
      id
      src
      uri
      val
      neg
      cts
      exp
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    `) as unknown as TypedDocumentString<LabelListQuery, LabelListQueryVariables>;
export const ResolveReportDocument = new TypedDocumentString(`
    mutation ResolveReport($id: String!, $action: ReportAction!, $labelVal: String, $includeOthers: Boolean!) {
  resolveReport(
    id: $id
    action: $action
    labelVal: $labelVal
    includeOthers: $includeOthers
  ) {
    id
    status
  }
}
    `) as unknown as TypedDocumentString<ResolveReportMutation, ResolveReportMutationVariables>;
export const CreateLabelDocument = new TypedDocumentString(`
    mutation CreateLabel($uri: String!, $val: String!) {
  createLabel(uri: $uri, val: $val) {
    id
  }
}
    `) as unknown as TypedDocumentString<CreateLabelMutation, CreateLabelMutationVariables>;
export const NegateLabelDocument = new TypedDocumentString(`
    mutation NegateLabel($uri: String!, $val: String!) {
  negateLabel(uri: $uri, val: $val) {
    id
  }
}
    `) as unknown as TypedDocumentString<NegateLabelMutation, NegateLabelMutationVariables>;
export const CreateLabelDefinitionDocument = new TypedDocumentString(`
    mutation CreateLabelDefinition($val: String!, $description: String!, $severity: LabelSeverity!, $defaultVisibility: LabelVisibility!) {
  createLabelDefinition(
    val: $val
    description: $description
    severity: $severity
    defaultVisibility: $defaultVisibility
  ) {
    val
  }
}
    `) as unknown as TypedDocumentString<CreateLabelDefinitionMutation, CreateLabelDefinitionMutationVariables>;
export const RecordCollectionsDocument = new TypedDocumentString(`
    query RecordCollections($collection: String) {
  recordCollections(collection: $collection) {
    collection
    description
    records
    hidden
    lastIndexedAt
    properties {
      name
      description
      required
      type
      operand
    }
  }
}
    `) as unknown as TypedDocumentString<RecordCollectionsQuery, RecordCollectionsQueryVariables>;
export const AdminRecordsDocument = new TypedDocumentString(`
    query AdminRecords($collection: String!, $author: String, $rkey: String, $where: [RecordConditionInput!], $scope: RecordScope!, $orderBy: RecordOrderInput, $first: Int!, $after: String) {
  adminRecords(
    collection: $collection
    author: $author
    rkey: $rkey
    where: $where
    scope: $scope
    orderBy: $orderBy
    first: $first
    after: $after
  ) {
    nodes {
      uri
      did
      handle
      rkey
      indexedAt
      value
      hiddenBy
      hiddenMessage
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AdminRecordsQuery, AdminRecordsQueryVariables>;
export const AdminRecordCountDocument = new TypedDocumentString(`
    query AdminRecordCount($collection: String!, $author: String, $rkey: String, $where: [RecordConditionInput!], $scope: RecordScope!) {
  adminRecords(
    collection: $collection
    author: $author
    rkey: $rkey
    where: $where
    scope: $scope
    first: 1
  ) {
    totalCount
  }
}
    `) as unknown as TypedDocumentString<AdminRecordCountQuery, AdminRecordCountQueryVariables>;
export const AdminRecordDocument = new TypedDocumentString(`
    query AdminRecord($uri: String!) {
  adminRecord(uri: $uri) {
    uri
    cid
    did
    handle
    collection
    rkey
    indexedAt
    value
    hiddenBy
    hiddenMessage
    reports
    labels {
      id
      val
      src
    }
    references {
      path
      subject
      did
      handle
      collection
      isKnown
    }
    referencedBy {
      collection
      path
      count
      property
      records {
        uri
        did
        handle
        rkey
        indexedAt
        hiddenMessage
      }
    }
  }
}
    `) as unknown as TypedDocumentString<AdminRecordQuery, AdminRecordQueryVariables>;
export const IndexRecordDocument = new TypedDocumentString(`
    mutation IndexRecord($uri: String!) {
  indexRecord(uri: $uri) {
    message
    record {
      uri
    }
  }
}
    `) as unknown as TypedDocumentString<IndexRecordMutation, IndexRecordMutationVariables>;
export const AuthorizationsDocument = new TypedDocumentString(`
    query Authorizations($did: String, $clientId: String, $state: AuthorizationState, $first: Int!, $after: String) {
  authorizations(
    did: $did
    clientId: $clientId
    state: $state
    first: $first
    after: $after
  ) {
    nodes {
      authorizationId
      did
      handle
      clientId
      clientName
      scope
      grantedAt
      lastUsedAt
      expiresAt
      endedAt
      endReason
      endMessage
    }
    pageInfo {
      hasNextPage
      endCursor
    }
  }
}
    `) as unknown as TypedDocumentString<AuthorizationsQuery, AuthorizationsQueryVariables>;
export const EndAuthorizationDocument = new TypedDocumentString(`
    mutation EndAuthorization($authorizationId: String!) {
  endAuthorization(authorizationId: $authorizationId)
}
    `) as unknown as TypedDocumentString<EndAuthorizationMutation, EndAuthorizationMutationVariables>;
export const EndAuthorizationsOfDocument = new TypedDocumentString(`
    mutation EndAuthorizationsOf($did: String, $clientId: String) {
  endAuthorizationsOf(did: $did, clientId: $clientId)
}
    `) as unknown as TypedDocumentString<EndAuthorizationsOfMutation, EndAuthorizationsOfMutationVariables>;
export const SkippedRecordsDocument = new TypedDocumentString(`
    query SkippedRecords($did: String, $first: Int!, $after: String) {
  skippedRecords(did: $did, first: $first, after: $after) {
    nodes {
      uri
      cid
      reason
      message
      did
      handle
      indexedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    `) as unknown as TypedDocumentString<SkippedRecordsQuery, SkippedRecordsQueryVariables>;
export const SyncStatusDocument = new TypedDocumentString(`
    query SyncStatus {
  syncStatus {
    source
    address
    state
    since
    silentSince
    cursor
    cursorTime
    lagSeconds
    eventsPerSecond
    lastEventAt
    lastError
    lastErrorAt
    reposKnown
    reposDesynchronised
    deadLetters
    minutes {
      at
      events
      records
    }
    collections {
      collection
      lastEventAt
    }
  }
}
    `) as unknown as TypedDocumentString<SyncStatusQuery, SyncStatusQueryVariables>;
export const BackfillsDocument = new TypedDocumentString(`
    query Backfills {
  backfills {
    id
    kind
    dids
    collection
    state
    reason
    startedAt
    endedAt
    isListed
    repositories
    processed
    failed
    records
    repositoriesPerSecond
    secondsLeft
  }
}
    `) as unknown as TypedDocumentString<BackfillsQuery, BackfillsQueryVariables>;
export const BackfillActorDocument = new TypedDocumentString(`
    mutation BackfillActor($actor: String!) {
  backfillActor(actor: $actor) {
    id
  }
}
    `) as unknown as TypedDocumentString<BackfillActorMutation, BackfillActorMutationVariables>;
export const BackfillCollectionDocument = new TypedDocumentString(`
    mutation BackfillCollection($collection: String!) {
  backfillCollection(collection: $collection) {
    id
  }
}
    `) as unknown as TypedDocumentString<BackfillCollectionMutation, BackfillCollectionMutationVariables>;
export const BackfillAllDocument = new TypedDocumentString(`
    mutation BackfillAll {
  backfillAll {
    id
  }
}
    `) as unknown as TypedDocumentString<BackfillAllMutation, BackfillAllMutationVariables>;
export const CancelBackfillDocument = new TypedDocumentString(`
    mutation CancelBackfill($id: String!) {
  cancelBackfill(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<CancelBackfillMutation, CancelBackfillMutationVariables>;
export const DeadLettersDocument = new TypedDocumentString(`
    query DeadLetters($where: DeadLetterFilter!, $first: Int!, $after: String) {
  deadLetters(where: $where, first: $first, after: $after) {
    nodes {
      id
      source
      did
      handle
      collection
      uri
      reason
      message
      value
      bytes
      receivedAt
    }
    pageInfo {
      hasNextPage
      endCursor
    }
    totalCount
  }
}
    `) as unknown as TypedDocumentString<DeadLettersQuery, DeadLettersQueryVariables>;
export const RetryDeadLettersDocument = new TypedDocumentString(`
    mutation RetryDeadLetters($where: DeadLetterFilter!) {
  retryDeadLetters(where: $where) {
    tried
    indexed
    gone
  }
}
    `) as unknown as TypedDocumentString<RetryDeadLettersMutation, RetryDeadLettersMutationVariables>;
export const DropDeadLettersDocument = new TypedDocumentString(`
    mutation DropDeadLetters($where: DeadLetterFilter!) {
  dropDeadLetters(where: $where)
}
    `) as unknown as TypedDocumentString<DropDeadLettersMutation, DropDeadLettersMutationVariables>;
export const ExplainRecordDocument = new TypedDocumentString(`
    query ExplainRecord($uri: String!) {
  explainRecord(uri: $uri) {
    uri
    reason
    message
    remedy
  }
}
    `) as unknown as TypedDocumentString<ExplainRecordQuery, ExplainRecordQueryVariables>;
export const BackfillEstimateDocument = new TypedDocumentString(`
    query BackfillEstimate($actor: String, $collection: String) {
  backfillEstimate(actor: $actor, collection: $collection) {
    repositories
    isExact
    bytes
    seconds
  }
}
    `) as unknown as TypedDocumentString<BackfillEstimateQuery, BackfillEstimateQueryVariables>;
export const WebhookDocument = new TypedDocumentString(`
    query Webhook {
  webhook {
    host
    topics
    stoppedAt
    pending
    oldestPendingAt
    givenUp
    messages {
      id
      type
      meaning
      happenedAt
      position
      clientId
      state
      attempts
      attemptedAt
      nextAttemptAt
      outcome
    }
  }
}
    `) as unknown as TypedDocumentString<WebhookQuery, WebhookQueryVariables>;
export const SendWebhookTestDocument = new TypedDocumentString(`
    mutation SendWebhookTest {
  sendWebhookTest {
    id
  }
}
    `) as unknown as TypedDocumentString<SendWebhookTestMutation, SendWebhookTestMutationVariables>;
export const RetryWebhookMessageDocument = new TypedDocumentString(`
    mutation RetryWebhookMessage($id: ID!) {
  retryWebhookMessage(id: $id) {
    id
  }
}
    `) as unknown as TypedDocumentString<RetryWebhookMessageMutation, RetryWebhookMessageMutationVariables>;
export const AdminSessionDocument = new TypedDocumentString(`
    query AdminSession {
  adminSession {
    state
    role
    did
    handle
    expiresAt
    setUpOpen
    origin
    version
    development
  }
}
    `) as unknown as TypedDocumentString<AdminSessionQuery, AdminSessionQueryVariables>;
export const SignInProblemDocument = new TypedDocumentString(`
    query SignInProblem($code: String!) {
  signInProblem(code: $code)
}
    `) as unknown as TypedDocumentString<SignInProblemQuery, SignInProblemQueryVariables>;

/** The role that each mutation needs. */
export const mutationRoles = {
  addAdmin: "OWNER",
  addLexicons: "DEVELOPER",
  backfillActor: "DEVELOPER",
  backfillAll: "DEVELOPER",
  backfillCollection: "DEVELOPER",
  cancelBackfill: "DEVELOPER",
  createLabel: "DEVELOPER",
  createLabelDefinition: "DEVELOPER",
  createOAuthClient: "DEVELOPER",
  deleteOAuthClient: "DEVELOPER",
  dropDeadLetters: "DEVELOPER",
  endAuthorization: "DEVELOPER",
  endAuthorizationsOf: "DEVELOPER",
  eraseSubject: "OWNER",
  indexRecord: "DEVELOPER",
  negateLabel: "DEVELOPER",
  removeAccountRecords: "OWNER",
  removeAdmin: "OWNER",
  removeLexicons: "DEVELOPER",
  reportLogVerification: "READER",
  resetIndex: "OWNER",
  resolveReport: "DEVELOPER",
  restoreLexicons: "DEVELOPER",
  retryDeadLetters: "DEVELOPER",
  retryWebhookMessage: "DEVELOPER",
  revokeOAuthClientOldSecret: "DEVELOPER",
  rotateOAuthClientSecret: "DEVELOPER",
  sendWebhookTest: "DEVELOPER",
  setAdminRole: "OWNER",
  setOAuthClientLifetimes: "DEVELOPER",
  signOutAdmin: "READER",
  updateOAuthClient: "DEVELOPER",
  uploadLexicons: "DEVELOPER"
} as const;
