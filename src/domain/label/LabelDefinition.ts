import * as Schema from "effect/Schema";
import type { LabelValue } from "./LabelValue.ts";

/** How grave a label is. A label of the severity `TAKEDOWN` hides what it is about from everybody but the author. */
export const LabelSeverity = Schema.Literal("INFORM", "ALERT", "TAKEDOWN");
export type LabelSeverity = typeof LabelSeverity.Type;

/** What an app does with a labeled record. */
export const LabelVisibility = Schema.Literal("IGNORE", "SHOW", "WARN", "HIDE");
export type LabelVisibility = typeof LabelVisibility.Type;

/** What a label value means on this instance. */
export interface LabelDefinition {
  readonly val: LabelValue;
  readonly description: string;
  readonly severity: LabelSeverity;
  readonly defaultVisibility: LabelVisibility;
}
