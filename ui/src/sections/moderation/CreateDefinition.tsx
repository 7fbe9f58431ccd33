import { type FormEvent, useId, useState } from "react";
import { CreateLabelDefinitionDocument, type LabelSeverity, type LabelVisibility } from "../../api/documents.ts";
import { useAdminMutation } from "../../api/useAdminMutation.ts";
import { Button } from "../../components/Button.tsx";
import { Field } from "../../components/Field.tsx";
import { useToast } from "../../components/useToast.ts";
import { severityNames, visibilityNames } from "./visibilityNames.ts";

interface ChoiceProps<Value extends string> {
  readonly label: string;
  readonly value: Value;
  readonly names: Readonly<Record<Value, string>>;
  readonly onChange: (value: Value) => void;
}

const Choice = <Value extends string>({ label, names, onChange, value }: ChoiceProps<Value>) => {
  const id = useId();
  const values = Object.keys(names).filter((each): each is Value => Object.hasOwn(names, each));
  return (
    <div className="field">
      <label htmlFor={id}>{label}</label>
      <select
        id={id}
        className="input"
        value={value}
        onChange={(event) => {
          const chosen = values.find((each) => each === event.target.value);
          if (chosen !== undefined) onChange(chosen);
        }}
      >
        {values.map((each) => (
          <option key={each} value={each}>
            {names[each]}
          </option>
        ))}
      </select>
    </div>
  );
};

/** The form that defines a label value. */
export const CreateDefinition = () => {
  const [val, setVal] = useState("");
  const [description, setDescription] = useState("");
  const [severity, setSeverity] = useState<LabelSeverity>("INFORM");
  const [visibility, setVisibility] = useState<LabelVisibility>("WARN");
  const toast = useToast();
  const define = useAdminMutation(CreateLabelDefinitionDocument, ({ createLabelDefinition }) => {
    setVal("");
    setDescription("");
    toast(`The label ${createLabelDefinition.val} is defined`);
  });
  const message = define.error?.message ?? "";
  const isOfDescription = message.startsWith("description");
  const isComplete = val.trim() !== "" && description.trim() !== "";
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (isComplete && !define.isPending)
      define.mutate({ val: val.trim(), description: description.trim(), severity, defaultVisibility: visibility });
  };
  return (
    <section className="card" aria-label="New definition">
      <div className="card-head">
        <h2>Define a label</h2>
      </div>
      <form className="card-body stack" onSubmit={submit} noValidate>
        <div className="definition-fields">
          <Field
            label="Label"
            value={val}
            onChange={setVal}
            placeholder="off-topic"
            hint="Lower-case letters, in words joined by hyphens."
            faults={message === "" || isOfDescription ? [] : [message]}
            autoComplete="off"
          />
          <Field
            label="Meaning"
            value={description}
            onChange={setDescription}
            hint="One sentence, as users read it."
            faults={isOfDescription ? [message] : []}
            autoComplete="off"
          />
          <Choice label="Severity" value={severity} names={severityNames} onChange={setSeverity} />
          <Choice label="By default" value={visibility} names={visibilityNames} onChange={setVisibility} />
        </div>
        <div className="row">
          <Button
            type="submit"
            kind="primary"
            icon="plus"
            needs="createLabelDefinition"
            isDisabled={!isComplete}
            isPending={define.isPending}
          >
            Define label
          </Button>
        </div>
      </form>
    </section>
  );
};
