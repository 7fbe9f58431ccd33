import type { LabelDefinition, LabelVisibility } from "./LabelDefinition.ts";
import { isSystemValue } from "./LabelValue.ts";

/** A definition with what a viewer sees of records that have the label. */
export interface LabelPreference extends LabelDefinition {
  readonly visibility: LabelVisibility;
}

type Chosen = ReadonlyMap<string, LabelVisibility>;

const noChoice: Chosen = new Map();

/** Returns what applies to a definition: what the viewer chose, unless the value is a system one. */
export const effectiveVisibility = (
  { defaultVisibility, val }: LabelDefinition,
  chosen: Chosen = noChoice
): LabelVisibility => (isSystemValue(val) ? defaultVisibility : (chosen.get(val) ?? defaultVisibility));

/** Returns the preferences that a viewer can change: those of every definition except system ones, by value. */
export const labelPreferences = (
  definitions: ReadonlyArray<LabelDefinition>,
  chosen: Chosen
): ReadonlyArray<LabelPreference> =>
  definitions
    .filter(({ val }) => !isSystemValue(val))
    .map((definition) => ({ ...definition, visibility: effectiveVisibility(definition, chosen) }));

/** Returns the values of the labels that hide a record from a viewer; from everybody who is not signed in by default. */
export const hiddenValues = (
  definitions: ReadonlyArray<LabelDefinition>,
  chosen: Chosen = noChoice
): ReadonlySet<string> =>
  new Set(definitions.filter((definition) => effectiveVisibility(definition, chosen) === "HIDE").map(({ val }) => val));
