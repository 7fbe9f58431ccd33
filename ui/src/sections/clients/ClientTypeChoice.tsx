import { Label } from "react-aria-components/Label";
import { Radio, RadioGroup } from "react-aria-components/RadioGroup";
import { Text } from "react-aria-components/Text";
import type { OAuthClientType } from "../../api/documents.ts";

interface ClientTypeChoiceProps {
  readonly value: OAuthClientType;
  readonly onChange: (type: OAuthClientType) => void;
}

/** Where the app runs, and what that means. */
export const ClientTypeChoice = ({ onChange, value }: ClientTypeChoiceProps) => (
  <RadioGroup
    className="field"
    value={value}
    onChange={(chosen) => onChange(chosen === "CONFIDENTIAL" ? "CONFIDENTIAL" : "PUBLIC")}
  >
    <Label>Client Type</Label>
    <div className="choices">
      <Radio value="PUBLIC" className="choice">
        <span>
          <strong>Public</strong>
          <small>Browser and mobile apps, where no secret can be kept. Tokens are bound to a key of the app.</small>
        </span>
      </Radio>
      <Radio value="CONFIDENTIAL" className="choice">
        <span>
          <strong>Confidential</strong>
          <small>Server-side apps. You get a secret, shown once.</small>
        </span>
      </Radio>
    </div>
    <Text slot="description" className="hint">
      It cannot be changed later.
    </Text>
  </RadioGroup>
);
