import { ClientsDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { FilterCard } from "../../components/FilterCard.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import type { useFilters } from "../../router/useFilters.ts";
import { filterNames, isFiltered } from "./auditFilter.ts";
import { EventTypeFilter } from "./EventTypeFilter.tsx";
import { FilterField } from "./FilterField.tsx";
import { asInstant, asLocal } from "./localTime.ts";

const outcomes = [
  { value: "any", name: "Any" },
  { value: "success", name: "Success" },
  { value: "failure", name: "Failure" }
] as const;

/** Filters that only links set. They are shown only while they are set. */
const linkFilters = [
  ["reason", "Reason"],
  ["request", "Request"],
  ["stream", "Stream"]
] as const;

/** The filters of the audit log. They are in the query string, so that a filtered list can be bookmarked and shared. */
export const AuditFilters = ({ change, search }: ReturnType<typeof useFilters>) => {
  const clients = useAdminQuery(ClientsDocument, {}).data?.oauthClients ?? [];
  const outcome = outcomes.find(({ value }) => value === search.get("outcome"))?.value ?? "any";
  const field = (name: (typeof filterNames)[number]) => ({
    value: search.get(name) ?? "",
    onChange: (value: string) => change({ [name]: value })
  });
  const time = (name: "since" | "until") => ({
    value: asLocal(search.get(name) ?? ""),
    onChange: (value: string) => change({ [name]: asInstant(value) })
  });
  return (
    <FilterCard count={filterNames.filter((name) => search.get(name)).length}>
      <FilterField
        label="Search events"
        placeholder="Handle, app, event type, reason, AT URI…"
        isWide
        {...field("text")}
      />
      <FilterField label="Account" placeholder="DID or handle" {...field("did")} />
      <FilterField
        label="Client"
        placeholder="Name or client ID"
        {...field("client")}
        suggestions={clients.slice(-200).map(({ clientId, clientName }) => ({ value: clientId, name: clientName }))}
      />
      <FilterField label="Authorization" placeholder="Authorization ID" {...field("authorization")} />
      <FilterField label="From" type="datetime-local" {...time("since")} />
      <FilterField label="Until" type="datetime-local" {...time("until")} />
      <div className="field">
        <span className="label">Event types</span>
        <EventTypeFilter selected={search.getAll("type")} onChange={(type) => change({ type })} />
      </div>
      <div className="field">
        <span className="label">Outcome</span>
        <SegmentedControl
          label="Outcome"
          value={outcome}
          choices={outcomes}
          onChange={(value) => change({ outcome: value === "any" ? "" : value })}
        />
      </div>
      {linkFilters.map(
        ([name, label]) => search.has(name) && <FilterField key={name} label={label} {...field(name)} />
      )}
      {isFiltered(search) && (
        <div className="field filters-end">
          <Button
            kind="quiet"
            icon="close"
            onPress={() => change(Object.fromEntries(filterNames.map((name) => [name, ""])))}
          >
            Clear filters
          </Button>
        </div>
      )}
    </FilterCard>
  );
};
