import { useEffect, useRef } from "react";
import type { Fault } from "../../api/AdminRequestFailed.ts";
import { Notice } from "../../components/Notice.tsx";
import { fieldNames } from "./fieldMessages.ts";

/** All fields that need another look, above the form; it takes the focus when somebody tried to send it. */
export const FaultSummary = ({ wrong }: { readonly wrong: ReadonlyArray<Fault> }) => {
  const box = useRef<HTMLDivElement>(null);
  useEffect(() => box.current?.focus(), []);
  if (wrong.length === 0) return null;
  const fields = Object.entries(fieldNames).filter(([field]) => wrong.some((fault) => fault.field === field));
  return (
    <div ref={box} tabIndex={-1}>
      <Notice kind="bad" title="The client was not sent" isAlert>
        Please look at: {fields.map(([, label]) => label).join(", ")}.
      </Notice>
    </div>
  );
};
