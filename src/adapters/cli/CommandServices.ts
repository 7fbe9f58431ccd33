import * as Context from "effect/Context";
import type * as Effect from "effect/Effect";
import type { AuditTrail } from "../../domain/audit/AuditTrail.ts";
import type { LiveRegistries } from "../../domain/client/LiveRegistries.ts";
import type { SecureRandom } from "../../domain/crypto/SecureRandom.ts";
import type { Atomically } from "../../domain/event/Atomically.ts";
import type { EventLog } from "../../domain/event/EventLog.ts";
import type { StoredProjections } from "../../domain/event/StoredProjections.ts";
import type { LexiconDocuments } from "../../domain/lexicon/LexiconDocuments.ts";
import type { PublishedLexicons } from "../../domain/lexicon/PublishedLexicons.ts";
import type { FieldUsage } from "../../domain/record/FieldUsage.ts";
import type { KnownActors } from "../../domain/record/KnownActors.ts";
import type { RecordIndex } from "../../domain/record/RecordIndex.ts";
import type { OwedRevocations } from "../../domain/session/OwedRevocations.ts";
import type { SkippedRecords } from "../../domain/sync/SkippedRecords.ts";
import type { CommandFailed } from "./CommandFailed.ts";
import type { CommandTools } from "./CommandTools.ts";
import type { Completed } from "./completions/Completed.ts";
import type { LexiconFiles } from "./lexicons/LexiconFiles.ts";

/** What the use cases behind the commands need. */
export type UseCaseServices =
  | EventLog
  | Atomically
  | LexiconDocuments
  | PublishedLexicons
  | RecordIndex
  | FieldUsage
  | OwedRevocations
  | SkippedRecords
  | StoredProjections
  | AuditTrail
  | KnownActors
  | LiveRegistries
  | SecureRandom
  | LexiconFiles;

/** Opens the services around a use case: so late that help and wrong options start no database. */
export class CommandServices extends Context.Tag("cli/CommandServices")<
  CommandServices,
  {
    /** The script that runs the service. */
    readonly main: string;
    /** Every command there is. */
    readonly commands: Effect.Effect<ReadonlyArray<Completed>>;
    /** Opens the stores, and brings their schema up to date. */
    readonly around: <A, E>(useCase: Effect.Effect<A, E, UseCaseServices>) => Effect.Effect<A, E | CommandFailed>;
    /** Opens none of the stores. */
    readonly beside: <A, E>(useCase: Effect.Effect<A, E, CommandTools>) => Effect.Effect<A, E | CommandFailed>;
  }
>() {}
