import * as Context from "effect/Context";
import type { RetentionLimit } from "../../domain/retention/RetentionLimit.ts";

/** For how long the database keeps the events of each class, as the operator configured it; none is archived otherwise. */
export class RetentionSettings extends Context.Tag("application/RetentionSettings")<
  RetentionSettings,
  ReadonlyArray<RetentionLimit>
>() {}
