import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { AuditEventTypesDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";

interface EventTypeFilterProps {
  readonly selected: ReadonlyArray<string>;
  readonly onChange: (types: ReadonlyArray<string>) => void;
}

const groupNames: Readonly<Record<string, string>> = {
  "sign-in": "Sign-ins",
  app: "Apps",
  session: "PDS sessions",
  write: "Writes",
  repository: "Repositories",
  administration: "Administration"
};

/** A choice of any number of event types, in groups, each with its description. */
export const EventTypeFilter = ({ onChange, selected }: EventTypeFilterProps) => {
  const types = useAdminQuery(AuditEventTypesDocument, {}).data?.auditEventTypes;
  const groups = Object.entries(Object.groupBy(types ?? [], ({ group }) => group));
  const toggle = (type: string): void =>
    onChange(selected.includes(type) ? selected.filter((each) => each !== type) : [...selected, type]);
  return (
    <DialogTrigger>
      <Button icon="filter">{selected.length === 0 ? "All types" : `${selected.length} selected`}</Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label="Event types">
          <div className="stack">
            {types === undefined && <Skeleton lines={6} />}
            {groups.map(([group, members = []]) => (
              <fieldset key={group}>
                <legend>
                  <strong>{groupNames[group] ?? group}</strong>
                </legend>
                {members.map(({ sentence, type }) => (
                  <label key={type} className="check">
                    <input type="checkbox" checked={selected.includes(type)} onChange={() => toggle(type)} />
                    <span>
                      {sentence} <code className="soft">{type}</code>
                    </span>
                  </label>
                ))}
              </fieldset>
            ))}
          </div>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};
