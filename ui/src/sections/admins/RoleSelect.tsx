import { useId } from "react";
import type { Admin } from "./Admin.ts";

type Role = Admin["role"];

const names: Readonly<Record<Role, string>> = { OWNER: "Owner", DEVELOPER: "Developer", READER: "Reader" };
const roles: ReadonlyArray<Role> = ["OWNER", "DEVELOPER", "READER"];

interface RoleSelectProps {
  readonly label: string;
  readonly isLabelHidden?: boolean;
  readonly value: Role;
  readonly isDisabled?: boolean;
  /** Why the role cannot be changed, in a few words. */
  readonly fixed?: string;
  readonly onChange: (role: Role) => void;
}

/** A choice of one of the roles. */
export const RoleSelect = ({ fixed, isDisabled, isLabelHidden, label, onChange, value }: RoleSelectProps) => {
  const id = useId();
  const select = (
    <select
      id={id}
      className="input role"
      value={value}
      disabled={isDisabled || fixed !== undefined}
      aria-describedby={fixed === undefined ? undefined : `${id}-why`}
      onChange={({ target }) => {
        const chosen = roles.find((role) => role === target.value);
        if (chosen !== undefined) onChange(chosen);
      }}
    >
      {roles.map((role) => (
        <option key={role} value={role}>
          {names[role]}
        </option>
      ))}
    </select>
  );
  return (
    <span className="field">
      <label htmlFor={id} className={isLabelHidden ? "visually-hidden" : undefined}>
        {label}
      </label>
      {select}
      {fixed !== undefined && (
        <span id={`${id}-why`} className="refused-note">
          {fixed}
        </span>
      )}
    </span>
  );
};
