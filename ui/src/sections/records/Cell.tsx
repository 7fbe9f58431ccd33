import { RelativeTime } from "../../components/RelativeTime.tsx";
import { AppLink } from "../../router/AppLink.tsx";
import { accountPath } from "../accounts/accountPath.ts";
import { cellText } from "./cellText.ts";
import { recordPath } from "./recordPath.ts";

const isTime = (value: unknown): value is string =>
  typeof value === "string" && /^\d{4}-\d\d-\d\dT[\d:.]+(Z|[+-]\d\d:\d\d)$/.test(value);

const isRecord = (value: unknown): value is string =>
  typeof value === "string" && /^at:\/\/did:[a-z]+:[^/\s]+\/[^/\s]+\/[^/\s]+$/.test(value);

const isAccount = (value: unknown): value is string =>
  typeof value === "string" && /^did:[a-z]+:[A-Za-z0-9._:%-]+$/.test(value);

/** A value of a record in a table: times are relative, and what it refers to is linked. */
export const Cell = ({ value }: { readonly value: unknown }) => {
  if (isTime(value)) return <RelativeTime at={value} />;
  if (isRecord(value)) return <AppLink to={recordPath(value)}>{cellText(value, 48)}</AppLink>;
  if (isAccount(value)) return <AppLink to={accountPath(value)}>{cellText(value, 32)}</AppLink>;
  if (value === undefined || value === null) return <span className="soft">–</span>;
  return <>{cellText(value)}</>;
};
