import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import type { LabelDefinitionsQuery } from "../../api/documents.ts";
import { SeverityBadge } from "./SeverityBadge.tsx";

interface LabelChoiceProps {
  readonly definitions: LabelDefinitionsQuery["labelDefinitions"];
  readonly value: string | null;
  readonly onChange: (val: string) => void;
}

/** The choice of one of the labels that are defined. */
export const LabelChoice = ({ definitions, onChange, value }: LabelChoiceProps) => (
  <RadioGroup className="field" value={value} onChange={onChange}>
    <Label>Label</Label>
    <div className="label-choices">
      {definitions.map(({ description, severity, val }) => (
        <Radio key={val} value={val} className="choice">
          <span>
            <strong>
              {val} <SeverityBadge severity={severity} />
            </strong>
            <small>{description}</small>
          </span>
        </Radio>
      ))}
    </div>
  </RadioGroup>
);
