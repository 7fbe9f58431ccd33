import { FilterCard } from "../../components/FilterCard.tsx";
import { Icon } from "../../components/Icon.tsx";
import { SegmentedControl } from "../../components/SegmentedControl.tsx";
import { FilterField } from "../audit/FilterField.tsx";
import { AddCondition } from "./AddCondition.tsx";
import type { RecordProperty } from "./ColumnChoice.tsx";
import { conditionText, operators, readCondition } from "./recordFilter.ts";

interface RecordFiltersProps {
  readonly search: URLSearchParams;
  readonly change: (patch: Readonly<Record<string, string | ReadonlyArray<string>>>) => void;
  readonly properties: ReadonlyArray<RecordProperty>;
}

const scopes = [
  { value: "visible", name: "Visible" },
  { value: "all", name: "All" },
  { value: "hidden", name: "Hidden" }
] as const;

/** The filters of a collection: the author, the key, hidden records, and conditions on properties. */
export const RecordFilters = ({ change, properties, search }: RecordFiltersProps) => {
  const [author, key, show] = [search.get("author") ?? "", search.get("key") ?? "", search.get("show") ?? "visible"];
  const conditions = search.getAll("f");
  const isSet = [author !== "", key !== "", show !== "visible"].filter(Boolean).length;
  return (
    <FilterCard count={conditions.length + isSet}>
      <FilterField
        label="Author"
        placeholder="DID or handle"
        value={author}
        onChange={(next) => change({ author: next })}
      />
      <FilterField
        label="Record key"
        placeholder="The key or its beginning"
        value={key}
        onChange={(next) => change({ key: next })}
      />
      <div className="field">
        <span className="label">Show</span>
        <SegmentedControl
          label="Show"
          value={scopes.find(({ value }) => value === show)?.value ?? "visible"}
          choices={scopes}
          onChange={(next) => change({ show: next === "visible" ? "" : next })}
        />
      </div>
      {properties.length > 0 && (
        <AddCondition
          properties={properties}
          onAdd={(condition) => change({ f: [...new Set([...conditions, conditionText(condition)])] })}
        />
      )}
      {conditions.length > 0 && (
        <ul className="conditions" aria-label="Conditions">
          {conditions.map((text) => {
            const condition = readCondition(text);
            if (condition === null) return null;
            const { operator, property, value } = condition;
            const words = `${property} ${operators[operator]}${value === null || value === undefined ? "" : ` "${value}"`}`;
            return (
              <li key={text}>
                <button
                  type="button"
                  className="badge accent"
                  aria-label={`Remove the condition ${words}`}
                  onClick={() => change({ f: conditions.filter((each) => each !== text) })}
                >
                  {words}
                  <Icon name="close" />
                </button>
              </li>
            );
          })}
        </ul>
      )}
    </FilterCard>
  );
};
