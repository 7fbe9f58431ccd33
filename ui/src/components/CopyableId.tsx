import { AppLink } from "../router/AppLink.tsx";
import { CopyButton } from "./CopyButton.tsx";

interface CopyableIdProps {
  readonly id: string;
  /** What it is, as in "the client ID". */
  readonly what: string;
  readonly to?: string;
  /** The number of characters shown; the middle of a longer text is left out. */
  readonly maxLength?: number;
}

/** Shortens a text to `maxLength` characters: its beginning and its end. */
export const withoutMiddle = (text: string, maxLength: number): string => {
  if (text.length <= maxLength) return text;
  const end = Math.floor((maxLength - 1) / 2.5);
  return `${text.slice(0, maxLength - 1 - end)}…${text.slice(-end)}`;
};

/** An identifier, shortened for reading and copied in full. */
export const CopyableId = ({ id, maxLength = 24, to, what }: CopyableIdProps) => {
  const shown = <code title={id}>{withoutMiddle(id, maxLength)}</code>;
  return (
    <span className="copyable">
      {to === undefined ? shown : <AppLink to={to}>{shown}</AppLink>}
      <CopyButton text={id} what={what} isTiny />
    </span>
  );
};
