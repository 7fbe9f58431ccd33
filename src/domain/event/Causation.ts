import * as Context from "effect/Context";
import type { EventId } from "./EventId.ts";

/** The id of the event that causes the events that are appended now; null, the default, if none does. */
export class Causation extends Context.Reference<Causation>()("domain/Causation", {
  defaultValue: (): EventId | null => null
}) {}
