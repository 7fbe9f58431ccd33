import { useEffect, useRef } from "react";
import type { Fault } from "../../api/AdminRequestFailed.ts";
import { Notice } from "../../components/Notice.tsx";
import { fieldNames } from "./fieldMessages.ts";

/** Names the invalid fields above the form. It takes the focus after an attempt to send the form. */
export const FaultSummary = ({ faults }: { readonly faults: ReadonlyArray<Fault> }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (faults.length === 0) return null;
  const fields = Object.entries(fieldNames).filter(([field]) => faults.some((fault) => fault.field === field));
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="bad" title="The client was not saved" isAlert>
        Correct these fields: {fields.map(([, label]) => label).join(", ")}.
      </Notice>
    </div>
  );
};
