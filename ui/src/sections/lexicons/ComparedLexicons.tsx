import { useEffect, useRef } from "react";
import type { CompareLexiconsQuery } from "../../api/documents.ts";
import { Button } from "../../components/Button.tsx";
import { LexiconChanges } from "./LexiconChanges.tsx";

interface ComparedLexiconsProps {
  readonly comparison: CompareLexiconsQuery["compareLexicons"];
  /** The label of the button that makes the change. */
  readonly confirmation: string;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/** Shows what an import would change, and asks for confirmation. */
export const ComparedLexicons = ({ comparison, confirmation, onCancel, onConfirm }: ComparedLexiconsProps) => {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { unchanged } = comparison;
  return (
    <div className="stack">
      <h2 ref={heading} tabIndex={-1}>
        {unchanged ? "No changes" : "Review the changes"}
      </h2>
      {unchanged && <p className="soft">This set matches the active Lexicons exactly.</p>}
      <LexiconChanges comparison={comparison} />
      <div className="row">
        {!unchanged && (
          <Button kind="primary" needs="uploadLexicons" onPress={onConfirm}>
            {confirmation}
          </Button>
        )}
        <Button onPress={onCancel}>{unchanged ? "Close" : "Cancel"}</Button>
      </div>
    </div>
  );
};
