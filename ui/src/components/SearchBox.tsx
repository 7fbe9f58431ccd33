import { Icon } from "./Icon.tsx";

interface SearchBoxProps {
  readonly label: string;
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** A search field that filters a list while the user types. */
export const SearchBox = ({ label, onChange, value }: SearchBoxProps) => (
  <div className="search">
    <Icon name="search" />
    <input
      className="input"
      type="search"
      aria-label={label}
      placeholder={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
    />
  </div>
);
