import type { Did } from "../../domain/atproto/Did.ts";
import { traced } from "../../domain/failure/traced.ts";
import { type LabelPreference, labelPreferences } from "../../domain/label/effectiveVisibility.ts";
import type { LabelVisibility } from "../../domain/label/LabelDefinition.ts";
import { LabelDefinitions } from "../../domain/label/LabelDefinitions.ts";
import { LabelPreferences } from "../../domain/label/LabelPreferences.ts";
import { LabelRefused } from "../../domain/label/LabelRefused.ts";
import { isSystemValue } from "../../domain/label/LabelValue.ts";

/** Returns the preferences of a user: every definition except system labels, with the visibility that applies. */
export const listLabelPreferences = traced("listLabelPreferences")(function* (did: Did) {
  const definitions = yield* (yield* LabelDefinitions).list;
  return labelPreferences(definitions, yield* (yield* LabelPreferences).of(did));
});

const unknown = (val: string) => new LabelRefused({ reason: "unknown-value", message: `Unknown label: ${val}` });

/** Sets how a user wants records with a label to be shown, and returns the preference. */
export const setLabelPreference = traced("setLabelPreference")(function* (
  did: Did,
  val: string,
  visibility: LabelVisibility
) {
  if (isSystemValue(val))
    return yield* new LabelRefused({ reason: "system-value", message: "Cannot set preference for system labels" });
  const definition = (yield* (yield* LabelDefinitions).list).find((each) => each.val === val);
  if (definition === undefined) return yield* unknown(val);
  yield* (yield* LabelPreferences).set(did, val, visibility);
  return { ...definition, visibility } satisfies LabelPreference;
});
