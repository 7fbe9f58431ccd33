import { ClientsDocument } from "../../api/documents.ts";
import { useAsk } from "../../api/useAsk.ts";
import { Button } from "../../components/Button.tsx";
import { FilterCard } from "../../components/FilterCard.tsx";
import { Segments } from "../../components/Segments.tsx";
import type { useFilters } from "../../router/useFilters.ts";
import { filterNames, isFiltered } from "./auditFilter.ts";
import { EventTypeFilter } from "./EventTypeFilter.tsx";
import { FilterField } from "./FilterField.tsx";

const outcomes = [
  { value: "any", name: "Any" },
  { value: "success", name: "OK" },
  { value: "failure", name: "Refused" }
] as const;

/** What narrows the events; all of it is in the address, so that it can be kept and sent. */
export const AuditFilters = ({ change, search }: ReturnType<typeof useFilters>) => {
  const clients = useAsk(ClientsDocument, {}).data?.oauthClients ?? [];
  const outcome = outcomes.find(({ value }) => value === search.get("outcome"))?.value ?? "any";
  const field = (name: (typeof filterNames)[number]) => ({
    value: search.get(name) ?? "",
    onChange: (value: string) => change({ [name]: value })
  });
  return (
    <FilterCard count={filterNames.filter((name) => search.get(name)).length}>
      <FilterField label="Account" placeholder="DID or handle" {...field("did")} />
      <FilterField
        label="Client"
        placeholder="Client ID"
        {...field("client")}
        suggestions={clients.map(({ clientId, clientName }) => ({ value: clientId, name: clientName }))}
      />
      <FilterField label="Authorization" placeholder="Its id" {...field("authorization")} />
      <FilterField label="From" type="datetime-local" {...field("since")} />
      <FilterField label="Until" type="datetime-local" {...field("until")} />
      <div className="field">
        <span className="label">Types</span>
        <EventTypeFilter chosen={search.getAll("type")} onChange={(type) => change({ type })} />
      </div>
      <div className="field">
        <span className="label">Outcome</span>
        <Segments
          label="Outcome"
          value={outcome}
          choices={outcomes}
          onChange={(value) => change({ outcome: value === "any" ? "" : value })}
        />
      </div>
      {isFiltered(search) && (
        <div className="field filters-end">
          <Button
            kind="quiet"
            icon="close"
            onPress={() => change(Object.fromEntries(filterNames.map((name) => [name, ""])))}
          >
            Clear the filters
          </Button>
        </div>
      )}
    </FilterCard>
  );
};
