import { traced } from "../../domain/failure/traced.ts";
import type { Label } from "../../domain/label/Label.ts";
import { LabelStore } from "../../domain/label/LabelStore.ts";
import { settleTakedowns } from "./settleTakedowns.ts";

/**
 * Stores labels and negations of this instance or of a labeler, and hides or shows what they decide about. It joins a
 * surrounding `Atomically` transaction, which the caller must have opened.
 */
export const storeLabels = traced("storeLabels")(function* (labels: ReadonlyArray<Label>) {
  yield* (yield* LabelStore).put(labels);
  yield* settleTakedowns(labels.map(({ subject }) => subject));
});
