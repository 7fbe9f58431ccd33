import * as Data from "effect/Data";
import type { LabelEvent } from "./LabelEvent.ts";

/** A label of this instance, by its events. */
export type OwnLabel = Data.TaggedEnum<{
  Never: {};
  Created: { readonly cid: string | null; readonly cts: number; readonly exp: number | null };
  Negated: { readonly cts: number };
}>;
export const OwnLabel = Data.taggedEnum<OwnLabel>();

export const initialOwnLabel: OwnLabel = OwnLabel.Never();

export const evolveOwnLabel = (label: OwnLabel, event: LabelEvent): OwnLabel => {
  switch (event._tag) {
    case "LabelCreated.v1":
      return OwnLabel.Created({ cid: event.cid, cts: event.cts, exp: event.exp });
    case "LabelNegated.v1":
      return OwnLabel.Negated({ cts: event.cts });
    case "LabelDefined.v1":
      return label;
  }
};

/** Returns the time of the next label or negation, which is later than the one before, so that it counts. */
export const nextTime = (label: OwnLabel, now: number): number =>
  label._tag === "Never" ? now : Math.max(now, label.cts + 1);

/** Whether the label applies at a time in Unix milliseconds. */
export const applies = (label: OwnLabel, now: number): boolean =>
  label._tag === "Created" && (label.exp === null || label.exp > now);
