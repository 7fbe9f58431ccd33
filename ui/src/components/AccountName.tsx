import { AppLink } from "../router/AppLink.tsx";
import { withoutMiddle } from "./CopyableId.tsx";
import { CopyButton } from "./CopyButton.tsx";

interface AccountNameProps {
  readonly did: string;
  readonly handle: string | null;
  readonly to?: string;
}

/** An account by its handle, or by its DID if the handle is unknown. The copy button copies the DID. */
export const AccountName = ({ did, handle, to }: AccountNameProps) => {
  const name = handle === null ? <code>{withoutMiddle(did, 24)}</code> : handle;
  return (
    <span className="copyable">
      {to === undefined ? (
        <span title={did}>{name}</span>
      ) : (
        <AppLink to={to} title={did}>
          {name}
        </AppLink>
      )}
      <CopyButton text={did} what="the DID" isTiny />
    </span>
  );
};
