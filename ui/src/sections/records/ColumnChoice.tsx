import { Dialog, DialogTrigger } from "react-aria-components/Dialog";
import { Popover } from "react-aria-components/Popover";
import type { RecordCollectionsQuery } from "../../api/documents.ts";
import { Button } from "../../components/Button.tsx";

export type RecordProperty = RecordCollectionsQuery["recordCollections"][number]["properties"][number];

interface ColumnChoiceProps {
  readonly properties: ReadonlyArray<RecordProperty>;
  readonly chosen: ReadonlyArray<string>;
  readonly onChange: (columns: ReadonlyArray<string>) => void;
}

/** A choice of the properties that have a column. */
export const ColumnChoice = ({ chosen, onChange, properties }: ColumnChoiceProps) => {
  const toggle = (name: string): void => {
    const next = properties.filter((each) => (each.name === name) !== chosen.includes(each.name));
    onChange(next.map((each) => each.name));
  };
  return (
    <DialogTrigger>
      <Button icon="settings" size="small">
        Columns
      </Button>
      <Popover className="popover" placement="bottom end">
        <Dialog aria-label="Columns">
          <fieldset>
            <legend>
              <strong>Columns</strong>
            </legend>
            {properties.map(({ description, name }) => (
              <label key={name} className="check">
                <input type="checkbox" checked={chosen.includes(name)} onChange={() => toggle(name)} />
                <span>
                  <code>{name}</code> {description !== null && <span className="small soft line">{description}</span>}
                </span>
              </label>
            ))}
          </fieldset>
        </Dialog>
      </Popover>
    </DialogTrigger>
  );
};
