import { useEditorContext } from "@graphiql/react";
import { createElement as h, useState } from "react";
import { linkTo } from "./link.js";

const shownMs = 2_000;

/** Copies a link that opens the query and its variables. */
export const CopyLink = () => {
  const { queryEditor, variableEditor } = useEditorContext({ nonNull: true });
  const [outcome, setOutcome] = useState(null);
  const copy = async () => {
    const link = linkTo({ query: queryEditor?.getValue() ?? "", variables: variableEditor?.getValue() ?? "" });
    try {
      await navigator.clipboard.writeText(link);
      setOutcome("Copied");
    } catch {
      setOutcome("Not copied");
    }
    setTimeout(() => setOutcome(null), shownMs);
  };
  return h(
    "button",
    { type: "button", className: "bar-button", onClick: () => void copy() },
    h("span", { "aria-live": "polite" }, outcome ?? "Copy link")
  );
};
