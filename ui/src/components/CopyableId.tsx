import { AppLink } from "../router/AppLink.tsx";
import { CopyButton } from "./CopyButton.tsx";

interface CopyableIdProps {
  readonly id: string;
  /** What it is, as in "the client id". */
  readonly what: string;
  readonly to?: string;
  /** Characters that are shown; what is longer loses its middle. */
  readonly room?: number;
}

/** The beginning and the end of a text that has no room. */
export const withoutMiddle = (text: string, room: number): string => {
  if (text.length <= room) return text;
  const end = Math.floor((room - 1) / 2.5);
  return `${text.slice(0, room - 1 - end)}…${text.slice(-end)}`;
};

/** An identifier, short enough to read and whole when copied. */
export const CopyableId = ({ id, room = 24, to, what }: CopyableIdProps) => {
  const shown = <code title={id}>{withoutMiddle(id, room)}</code>;
  return (
    <span className="copyable">
      {to === undefined ? shown : <AppLink to={to}>{shown}</AppLink>}
      <CopyButton text={id} what={what} isTiny />
    </span>
  );
};
