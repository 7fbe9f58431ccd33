import type { FindQuery, FoundKind } from "../api/documents.ts";
import type { IconName } from "../components/Icon.tsx";
import { accountPath } from "../sections/accounts/accountPath.ts";
import { recordPath } from "../sections/records/recordPath.ts";
import type { Entry, EntryGroup } from "./Entry.ts";

interface Shown {
  readonly group: string;
  readonly icon: IconName;
  readonly to: (id: string) => string;
}

const query = (path: string, name: string, id: string): string => `${path}?${new URLSearchParams({ [name]: id })}`;

/** How each kind is shown, and its page, in the order of the groups. */
const kinds: Readonly<Record<FoundKind, Shown>> = {
  ACCOUNT: { group: "Accounts", icon: "person", to: accountPath },
  CLIENT: { group: "OAuth clients", icon: "clients", to: (id) => `/clients/${encodeURIComponent(id)}` },
  RECORD: { group: "Records", icon: "records", to: recordPath },
  COLLECTION: { group: "Collections", icon: "records", to: (id) => `/records/${id}` },
  LEXICON: { group: "Lexicons", icon: "lexicons", to: (id) => `/lexicons/${id}` },
  EVENT: { group: "Events", icon: "audit", to: (id) => `/audit/events/${id}` },
  AUTHORIZATION: {
    group: "Authorizations",
    icon: "signIn",
    to: (id) => `/audit/authorizations/${encodeURIComponent(id)}`
  },
  REQUEST: { group: "Requests", icon: "activity", to: (id) => query("/audit", "request", id) }
};

/** Returns what the service found, in groups. */
export const foundGroups = (found: FindQuery["find"]): ReadonlyArray<EntryGroup> => {
  const groups = new Map<string, Array<Entry>>(Object.values(kinds).map(({ group }) => [group, []]));
  for (const { detail, id, kind, name } of found) {
    const { group, icon, to } = kinds[kind];
    groups.get(group)?.push({ to: to(id), name, detail, icon });
  }
  return [...groups].map(([name, entries]) => ({ name, entries }));
};
