import { useEditorContext } from "@graphiql/react";
import { createElement as h, useEffect, useState } from "react";
import { estimate } from "./fetcher.js";

const debounceMs = 400;

const parseVariables = (text) => {
  try {
    return text.trim() === "" ? {} : JSON.parse(text);
  } catch {
    return null;
  }
};

const number = new Intl.NumberFormat("en");

const limitCodes = /_LIMIT$|_TOO_LARGE$/;

/** Asks for the cost of what the editors hold, shortly after the last change. */
const useCost = () => {
  const { queryEditor, variableEditor } = useEditorContext({ nonNull: true });
  const [found, setFound] = useState(null);
  useEffect(() => {
    if (queryEditor === null) return;
    let timer;
    let asked = 0;
    const ask = async () => {
      const query = queryEditor.getValue();
      const variables = parseVariables(variableEditor?.getValue() ?? "");
      const mine = ++asked;
      const isEmpty = /^(\s|#[^\n]*(\n|$))*$/.test(query);
      if (isEmpty || variables === null) return setFound(null);
      const request = { query, variables, operationName: queryEditor.operationName ?? undefined };
      const answer = await estimate(request).catch(() => null);
      if (mine === asked) setFound(answer);
    };
    const later = () => {
      clearTimeout(timer);
      timer = setTimeout(ask, debounceMs);
    };
    later();
    queryEditor.on("change", later);
    variableEditor?.on("change", later);
    return () => {
      clearTimeout(timer);
      asked++;
      queryEditor.off("change", later);
      variableEditor?.off("change", later);
    };
  }, [queryEditor, variableEditor]);
  return found;
};

/** The cost of the query in the editor, before it runs, with the limit that the service enforces. */
export const Cost = () => {
  const found = useCost();
  const isRefused = found?.refusal != null && limitCodes.test(found.refusal.code ?? "");
  const text =
    found === null || (found.refusal !== null && !isRefused)
      ? "Cost: –"
      : isRefused
        ? "Above the limit"
        : `Cost: ${number.format(found.cost)} of ${number.format(found.limit)}`;
  return h(
    "output",
    {
      className: isRefused ? "bar-cost bar-bad" : "bar-cost",
      title: isRefused
        ? found.refusal.message
        : "The records that this operation asks for at most, and the limit of the service."
    },
    text,
    isRefused && h("span", { className: "bar-hidden" }, `: ${found.refusal.message}`)
  );
};
