import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";
import type { OAuthClientType } from "../../api/documents.ts";

interface ClientTypeChoiceProps {
  readonly value: OAuthClientType;
  readonly onChange: (type: OAuthClientType) => void;
}

/** The choice between a public and a confidential client. */
export const ClientTypeChoice = ({ onChange, value }: ClientTypeChoiceProps) => (
  <RadioGroup
    className="field"
    value={value}
    onChange={(type) => onChange(type === "CONFIDENTIAL" ? "CONFIDENTIAL" : "PUBLIC")}
  >
    <Label>Client type</Label>
    <div className="choices">
      <Radio value="PUBLIC" className="choice">
        <span>
          <strong>Public</strong>
          <small>Browser and mobile apps, which cannot keep a secret. Tokens are bound to a key of the app.</small>
        </span>
      </Radio>
      <Radio value="CONFIDENTIAL" className="choice">
        <span>
          <strong>Confidential</strong>
          <small>Server-side apps. The client gets a secret, which is shown once.</small>
        </span>
      </Radio>
    </div>
    <Text slot="description" className="hint">
      The type cannot be changed later.
    </Text>
  </RadioGroup>
);
