import * as Schema from "effect/Schema";
import { AdministrationEvent } from "../../domain/administration/AdministrationEvent.ts";
import { evolveAdminSession, initialAdminSession } from "../../domain/administration/AdminSession.ts";
import { evolveAdmins, initialAdmins } from "../../domain/administration/Admins.ts";
import { evolvePublicUrl, initialPublicUrl, PublicUrlSettled } from "../../domain/administration/PublicUrlSettled.ts";
import { evolveSetupToken, initialSetupToken } from "../../domain/administration/SetupToken.ts";
import {
  evolveSigningKeys,
  initialSigningKeys,
  SigningKeysSettled
} from "../../domain/administration/SigningKeysSettled.ts";
import { evolveAuthorization, initialAuthorization } from "../../domain/authorization/Authorization.ts";
import { AuthorizationEvent } from "../../domain/authorization/AuthorizationEvent.ts";
import { evolvePushedRequest, initialPushedRequest } from "../../domain/authorization/request/PushedRequest.ts";
import { PushedRequestEvent } from "../../domain/authorization/request/PushedRequestEvent.ts";
import { evolveClient, initialClient } from "../../domain/client/Client.ts";
import { ClientEvent } from "../../domain/client/ClientEvent.ts";
import {
  ClientDocumentRead,
  evolveClientDocument,
  initialClientDocument
} from "../../domain/client/document/ClientDocumentRead.ts";
import { LabelEvent } from "../../domain/label/LabelEvent.ts";
import { evolveOwnLabel, initialOwnLabel, type OwnLabel } from "../../domain/label/OwnLabel.ts";
import {
  type ConfiguredLabelers,
  evolveLabelers,
  initialLabelers,
  LabelersChanged
} from "../../domain/labeler/LabelersChanged.ts";
import { evolveIdentityLogin, initialIdentityLogin } from "../../domain/person/IdentityLogin.ts";
import { PersonEvent } from "../../domain/person/PersonEvent.ts";
import { evolvePersonSession, initialPersonSession } from "../../domain/person/PersonSession.ts";
import { evolveReport, initialReport, type Report } from "../../domain/report/Report.ts";
import { ReportEvent } from "../../domain/report/ReportEvent.ts";
import { evolveSession, initialSession } from "../../domain/session/PdsSession.ts";
import { SessionEvent } from "../../domain/session/SessionEvent.ts";
import { AccountEvent } from "../../domain/sync/account/AccountEvent.ts";
import { evolveAccount, initialAccount } from "../../domain/sync/account/FollowedAccount.ts";
import { SyncEvent } from "../../domain/sync/backfill/SyncEvent.ts";
import { evolveRepository, initialRepository } from "../../domain/sync/backfill/SyncedRepository.ts";
import {
  evolveSyncSource,
  initialSyncSource,
  type SyncSource,
  SyncSourceChanged
} from "../../domain/sync/stream/SyncSource.ts";
import { evolveTarget, initialTarget, WebhookEvent } from "../../domain/webhook/WebhookEvent.ts";
import type { Aggregate } from "./Aggregate.ts";

/** The stream kinds that decisions are made on. */
export const clients = {
  initial: initialClient,
  evolve: evolveClient,
  owns: Schema.is(ClientEvent)
} satisfies Aggregate<typeof initialClient, ClientEvent>;

export const clientDocuments = {
  initial: initialClientDocument,
  evolve: evolveClientDocument,
  owns: Schema.is(ClientDocumentRead)
} satisfies Aggregate<typeof initialClientDocument, ClientDocumentRead>;

export const authorizations = {
  initial: initialAuthorization,
  evolve: evolveAuthorization,
  owns: Schema.is(AuthorizationEvent)
} satisfies Aggregate<typeof initialAuthorization, AuthorizationEvent>;

export const pushedRequests = {
  initial: initialPushedRequest,
  evolve: evolvePushedRequest,
  owns: Schema.is(PushedRequestEvent)
} satisfies Aggregate<typeof initialPushedRequest, PushedRequestEvent>;

export const sessions = {
  initial: initialSession,
  evolve: evolveSession,
  owns: Schema.is(SessionEvent)
} satisfies Aggregate<typeof initialSession, SessionEvent>;

export const publicUrls = {
  initial: initialPublicUrl,
  evolve: evolvePublicUrl,
  owns: Schema.is(PublicUrlSettled)
} satisfies Aggregate<typeof initialPublicUrl, PublicUrlSettled>;

export const signingKeys = {
  initial: initialSigningKeys,
  evolve: evolveSigningKeys,
  owns: Schema.is(SigningKeysSettled)
} satisfies Aggregate<typeof initialSigningKeys, SigningKeysSettled>;

export const repositories = {
  initial: initialRepository,
  evolve: evolveRepository,
  owns: Schema.is(SyncEvent)
} satisfies Aggregate<typeof initialRepository, SyncEvent>;

export const accounts = {
  initial: initialAccount,
  evolve: evolveAccount,
  owns: Schema.is(AccountEvent)
} satisfies Aggregate<typeof initialAccount, AccountEvent>;

export const syncSources = {
  initial: initialSyncSource,
  evolve: evolveSyncSource,
  owns: Schema.is(SyncSourceChanged)
} satisfies Aggregate<SyncSource | null, SyncSourceChanged>;

export const labelers = {
  initial: initialLabelers,
  evolve: evolveLabelers,
  owns: Schema.is(LabelersChanged)
} satisfies Aggregate<ConfiguredLabelers, LabelersChanged>;

export const setupTokens = {
  initial: initialSetupToken,
  evolve: evolveSetupToken,
  owns: Schema.is(AdministrationEvent)
} satisfies Aggregate<typeof initialSetupToken, AdministrationEvent>;

export const admins = {
  initial: initialAdmins,
  evolve: evolveAdmins,
  owns: Schema.is(AdministrationEvent)
} satisfies Aggregate<typeof initialAdmins, AdministrationEvent>;

export const identityLogins = {
  initial: initialIdentityLogin,
  evolve: evolveIdentityLogin,
  owns: Schema.is(Schema.Union(AdministrationEvent, PersonEvent))
} satisfies Aggregate<typeof initialIdentityLogin, AdministrationEvent | PersonEvent>;

export const personSessions = {
  initial: initialPersonSession,
  evolve: evolvePersonSession,
  owns: Schema.is(PersonEvent)
} satisfies Aggregate<typeof initialPersonSession, PersonEvent>;

export const adminSessions = {
  initial: initialAdminSession,
  evolve: evolveAdminSession,
  owns: Schema.is(AdministrationEvent)
} satisfies Aggregate<typeof initialAdminSession, AdministrationEvent>;

export const ownLabels = {
  initial: initialOwnLabel,
  evolve: evolveOwnLabel,
  owns: Schema.is(LabelEvent)
} satisfies Aggregate<OwnLabel, LabelEvent>;

/** Definitions are read from their store; the stream orders those who define. */
export const labelDefinitions = {
  initial: null,
  evolve: () => null,
  owns: Schema.is(LabelEvent)
} satisfies Aggregate<null, LabelEvent>;

export const reports = {
  initial: initialReport,
  evolve: evolveReport,
  owns: Schema.is(ReportEvent)
} satisfies Aggregate<Report, ReportEvent>;

export const webhooks = {
  initial: initialTarget,
  evolve: evolveTarget,
  owns: Schema.is(WebhookEvent)
} satisfies Aggregate<typeof initialTarget, WebhookEvent>;
