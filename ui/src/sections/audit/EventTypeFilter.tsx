import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import { AuditEventTypesDocument } from "../../api/documents.ts";
import { useAdminQuery } from "../../api/useAdminQuery.ts";
import { Button } from "../../components/Button.tsx";
import { Skeleton } from "../../components/Skeleton.tsx";

interface EventTypeFilterProps {
  readonly chosen: ReadonlyArray<string>;
  readonly onChange: (types: ReadonlyArray<string>) => void;
}

const groupNames: Readonly<Record<string, string>> = {
  "sign-in": "Signing in",
  app: "Apps",
  session: "Sessions at servers",
  write: "Writes",
  repository: "Repositories",
  administration: "Administration"
};

/** Any number of types of events, in their groups, each with what it says. */
export const EventTypeFilter = ({ chosen, onChange }: EventTypeFilterProps) => {
  const types = useAdminQuery(AuditEventTypesDocument, {}).data?.auditEventTypes;
  const groups = Object.entries(Object.groupBy(types ?? [], ({ group }) => group));
  const toggle = (type: string): void =>
    onChange(chosen.includes(type) ? chosen.filter((each) => each !== type) : [...chosen, type]);
  return (
    <DialogTrigger>
      <Button icon="filter">{chosen.length === 0 ? "All types" : `${chosen.length} chosen`}</Button>
      <Popover className="popover" placement="bottom start">
        <Dialog aria-label="Types of events">
          <div className="stack">
            {types === undefined && <Skeleton lines={6} />}
            {groups.map(([group, members = []]) => (
              <fieldset key={group}>
                <legend>
                  <strong>{groupNames[group] ?? group}</strong>
                </legend>
                {members.map(({ sentence, type }) => (
                  <label key={type} className="check">
                    <input type="checkbox" checked={chosen.includes(type)} onChange={() => toggle(type)} />
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
