import { RelativeTime } from "../../components/RelativeTime.tsx";

/** An instant to the millisecond, and how long ago it was. */
export const ExactTime = ({ at }: { readonly at: string }) => (
  <>
    <code>{at}</code>{" "}
    <span className="soft">
      (<RelativeTime at={at} />)
    </span>
  </>
);
