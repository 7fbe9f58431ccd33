import type { OtherLabel } from "./OtherInstance.ts";

/**
 * Returns the labels that apply at a time in Unix milliseconds. On the other instance a negation takes back every earlier
 * label with the value, whoever made it. Of several labels with one subject and value, the last one counts.
 */
export const activeLabels = (labels: ReadonlyArray<OtherLabel>, now: number): ReadonlyArray<OtherLabel> => {
  const last = new Map<string, OtherLabel>();
  for (const label of labels) {
    const key = `${label.uri}\n${label.val}`;
    if (label.neg) last.delete(key);
    else if (label.exp === null || Date.parse(label.exp) > now) last.set(key, label);
  }
  return [...last.values()];
};
