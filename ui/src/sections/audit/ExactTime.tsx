import { RelativeTime } from "../../components/RelativeTime.tsx";

/** A time to the millisecond, and relative to now. */
export const ExactTime = ({ at }: { readonly at: string }) => (
  <>
    <code>{at}</code>{" "}
    <span className="soft">
      (<RelativeTime at={at} />)
    </span>
  </>
);
