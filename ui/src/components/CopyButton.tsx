import { useState } from "react";
import { Button as AriaButton } from "react-aria-components/Button";
import { Icon } from "./Icon.tsx";
import { useToast } from "./useToast.ts";

interface CopyButtonProps {
  readonly text: string;
  /** What is copied, as in "Copy the client ID". */
  readonly what: string;
  readonly isTiny?: boolean;
}

const copy = (text: string): Promise<boolean> =>
  // Browsers provide no clipboard over plain HTTP, except on localhost.
  navigator.clipboard === undefined
    ? Promise.resolve(false)
    : navigator.clipboard.writeText(text).then(
        () => true,
        () => false
      );

/** Copies a text to the clipboard, and reports success or that the browser refused. */
export const CopyButton = ({ isTiny = false, text, what }: CopyButtonProps) => {
  const toast = useToast();
  const [isCopied, setCopied] = useState(false);
  const press = async (): Promise<void> => {
    const done = await copy(text);
    if (!done) return toast("The browser did not allow copying. Select the text and copy it manually.", "bad");
    toast(`Copied ${what}`);
    setCopied(true);
    setTimeout(() => setCopied(false), 2000);
  };
  return (
    <AriaButton className={`button ${isTiny ? "tiny" : ""}`} aria-label={`Copy ${what}`} onPress={() => void press()}>
      <Icon name={isCopied ? "check" : "copy"} />
      {!isTiny && (isCopied ? "Copied" : "Copy")}
    </AriaButton>
  );
};
