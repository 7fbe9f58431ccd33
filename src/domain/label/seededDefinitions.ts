import type { LabelDefinition } from "./LabelDefinition.ts";
import { LabelValue } from "./LabelValue.ts";

const definition = (
  val: string,
  severity: LabelDefinition["severity"],
  defaultVisibility: LabelDefinition["defaultVisibility"],
  description: string
): LabelDefinition => ({ val: LabelValue.make(val), severity, defaultVisibility, description });

/** The definitions that every instance has: the global values of the AT Protocol, and `spam` and `impersonation`. */
export const seededDefinitions: ReadonlyArray<LabelDefinition> = [
  definition("!takedown", "TAKEDOWN", "HIDE", "Removed by moderators."),
  definition("!suspend", "TAKEDOWN", "HIDE", "Suspended by moderators."),
  definition("!warn", "ALERT", "WARN", "Shown after a warning."),
  definition("!hide", "ALERT", "HIDE", "Left out of lists."),
  definition("porn", "ALERT", "HIDE", "Pornography."),
  definition("sexual", "ALERT", "WARN", "Sexually suggestive content."),
  definition("nudity", "ALERT", "WARN", "Nudity that is not sexual."),
  definition("gore", "ALERT", "WARN", "Violence and its results."),
  definition("graphic-media", "ALERT", "WARN", "Disturbing or graphic media."),
  definition("spam", "INFORM", "WARN", "Unwanted advertising or repetition."),
  definition("impersonation", "INFORM", "WARN", "Poses as somebody else.")
];
