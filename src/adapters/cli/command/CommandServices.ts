import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { AuditTrail } from "../../../domain/audit/AuditTrail.ts";
import type { RegistryReports } from "../../../domain/client/registry/RegistryReports.ts";
import type { SecureRandom } from "../../../domain/crypto/SecureRandom.ts";
import type { Atomically } from "../../../domain/event/Atomically.ts";
import type { EventLog } from "../../../domain/event/EventLog.ts";
import type { LexiconDocuments } from "../../../domain/lexicon/import/LexiconDocuments.ts";
import type { PublishedLexicons } from "../../../domain/lexicon/import/PublishedLexicons.ts";
import type { StoredProjections } from "../../../domain/projection/StoredProjections.ts";
import type { FieldUsage } from "../../../domain/record/index/FieldUsage.ts";
import type { KnownActors } from "../../../domain/record/index/KnownActors.ts";
import type { RecordIndex } from "../../../domain/record/index/RecordIndex.ts";
import type { PendingRevocations } from "../../../domain/session/PendingRevocations.ts";
import type { SkippedRecords } from "../../../domain/sync/backfill/SkippedRecords.ts";
import type { CompletableCommand } from "../completions/CompletableCommand.ts";
import type { LexiconFiles } from "../lexicons/LexiconFiles.ts";
import type { CommandFailed } from "./CommandFailed.ts";
import type { CommandTools } from "./CommandTools.ts";

/** What the use cases behind the commands need. */
export type UseCaseServices =
  | EventLog
  | Atomically
  | LexiconDocuments
  | PublishedLexicons
  | RecordIndex
  | FieldUsage
  | PendingRevocations
  | SkippedRecords
  | StoredProjections
  | AuditTrail
  | KnownActors
  | RegistryReports
  | SecureRandom
  | LexiconFiles;

/** Opens the services around a use case: so late that help and wrong options start no database. */
export class CommandServices extends Context.Tag("cli/CommandServices")<
  CommandServices,
  {
    /** The script that runs the service. */
    readonly main: string;
    /** Every command there is. */
    readonly commands: Effect.Effect<ReadonlyArray<CompletableCommand>>;
    /** Opens the stores, and brings their schema up to date. */
    readonly withStores: <A, E>(useCase: Effect.Effect<A, E, UseCaseServices>) => Effect.Effect<A, E | CommandFailed>;
    /** Opens none of the stores. */
    readonly withoutStores: <A, E>(useCase: Effect.Effect<A, E, CommandTools>) => Effect.Effect<A, E | CommandFailed>;
  }
>() {}
