interface AccountBadgesProps {
  readonly status: string | null;
  readonly isTakenDown: boolean;
}

/** Why the records of an account are hidden, if they are. */
export const AccountBadges = ({ isTakenDown, status }: AccountBadgesProps) => (
  <>
    {status !== null && (
      <span className="badge warn">{status === "takendown" ? "Taken down by its host" : status}</span>
    )}
    {isTakenDown && <span className="badge bad">Taken down</span>}
    {status === null && !isTakenDown && <span className="badge good">Active</span>}
  </>
);
