import { sections } from "../shell/sections.ts";
import type { Entry } from "./Entry.ts";

/** Pages that the navigation does not list. */
const others: ReadonlyArray<Entry> = [
  { to: "/audit/log", name: "Verify the log", detail: "Audit log", icon: "check" },
  { to: "/audit/record", name: "Record history", detail: "Audit log", icon: "search" },
  { to: "/clients/new", name: "Register new client", detail: "OAuth clients", icon: "plus" },
  { to: "/moderation/labels", name: "Labels", detail: "Moderation", icon: "flag" },
  { to: "/moderation/definitions", name: "Label definitions", detail: "Moderation", icon: "flag" }
];

/** Every page of the settings that has no parameters. */
export const pageEntries: ReadonlyArray<Entry> = [
  ...sections.flatMap((group) =>
    group.sections.map(({ icon, name, to }): Entry => ({ to, name, icon, detail: group.name }))
  ),
  ...others
];

/** Returns the pages that have every word of a text in their name or group; all of them for an empty text. */
export const pagesWith = (text: string): ReadonlyArray<Entry> => {
  const words = text
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "");
  return pageEntries.filter(({ detail, name }) => {
    const whole = `${name} ${detail ?? ""}`.toLowerCase();
    return words.every((word) => whole.includes(word));
  });
};
