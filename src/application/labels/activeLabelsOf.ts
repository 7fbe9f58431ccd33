import * as Clock from "effect/Clock";
import { traced } from "../../domain/failure/traced.ts";
import { isActive } from "../../domain/label/Label.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";

/** How many labels of a subject are read. */
const most = 200;

/** Returns the active labels of an account, by its DID, or of a record, by its AT URI, the latest first. */
export const activeLabelsOf = traced("activeLabelsOf")(function* (uri: string) {
  const now = yield* Clock.currentTimeMillis;
  const labels = yield* (yield* LabelStore).list({ uri, val: null, src: null }, null, most);
  return labels.filter((label) => isActive(label, now));
});
