import { useEffect, useState } from "react";
import { FindDocument } from "../api/documents.ts";
import { useAdminQuery } from "../api/useAdminQuery.ts";
import type { EntryGroup } from "./Entry.ts";
import { foundGroups } from "./foundEntries.ts";
import { pagesWith } from "./pageEntries.ts";
import { readRecent } from "./recentEntries.ts";

/** How long a user pauses before the service is asked, in milliseconds. */
const pause = 150;

const useSettled = (text: string): string => {
  const [settled, setSettled] = useState(text);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(text), pause);
    return () => clearTimeout(timer);
  }, [text]);
  return settled;
};

const nonEmpty = (groups: ReadonlyArray<EntryGroup>): ReadonlyArray<EntryGroup> =>
  groups.filter(({ entries }) => entries.length > 0);

/** The entries for a text, in groups: what was chosen last and all pages for an empty text. */
export const useEntries = (typed: string) => {
  const text = typed.trim();
  const settled = useSettled(text);
  const { data, error, isFetching } = useAdminQuery(
    FindDocument,
    { text: settled },
    { enabled: settled !== "", keepPrevious: true }
  );
  const pages: EntryGroup = { name: "Pages", entries: pagesWith(text) };
  if (text === "")
    return {
      groups: nonEmpty([{ name: "Recent", entries: readRecent() }, pages]),
      isPending: false,
      error: null
    };
  const search: EntryGroup = {
    name: "Search",
    entries: [
      {
        to: `/audit?${new URLSearchParams({ text })}`,
        name: `Search the audit log for \u201c${text}\u201d`,
        detail: null,
        icon: "audit"
      }
    ]
  };
  return {
    groups: nonEmpty([...foundGroups(settled === "" ? [] : (data?.find ?? [])), pages, search]),
    isPending: isFetching || settled !== text,
    error
  };
};
