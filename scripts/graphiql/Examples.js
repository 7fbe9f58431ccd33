import { useEditorContext, useSchemaStore } from "@graphiql/react";
import { createElement as h, useMemo, useRef, useState } from "react";
import { examplesOf } from "./examplesOf.ts";

/** Puts an example into the editors: into a new tab unless the open one is empty. */
const useOpen = () => {
  const { queryEditor, updateActiveTabValues, variableEditor } = useEditorContext({ nonNull: true });
  return ({ query, variables }) => {
    queryEditor?.setValue(query);
    variableEditor?.setValue(variables);
    updateActiveTabValues({ query, variables });
    queryEditor?.focus();
  };
};

/** The examples of a collection that the user chooses, made from the schema in use. */
export const Examples = () => {
  const { schema } = useSchemaStore();
  const open = useOpen();
  const menu = useRef(null);
  const [chosen, setChosen] = useState(null);
  const collections = useMemo(() => (schema ? examplesOf(schema, new Date().toISOString()) : []), [schema]);
  const collection = collections.find(({ field }) => field === chosen) ?? collections.at(-1);
  if (collection === undefined) return null;
  const close = () => {
    menu.current.open = false;
  };
  return h(
    "details",
    {
      className: "bar-menu",
      ref: menu,
      onKeyDown: (event) => {
        if (event.key !== "Escape") return;
        close();
        menu.current.firstChild.focus();
      },
      onBlur: (event) => {
        if (event.relatedTarget !== null && !menu.current.contains(event.relatedTarget)) close();
      }
    },
    h("summary", { className: "bar-button" }, "Examples"),
    h(
      "div",
      { className: "bar-panel" },
      h(
        "label",
        null,
        "Collection",
        h(
          "select",
          { value: collection.field, onChange: (event) => setChosen(event.target.value) },
          collections.map(({ field, nsid }) => h("option", { key: field, value: field }, nsid))
        )
      ),
      h(
        "ul",
        null,
        collection.examples.map((example) =>
          h(
            "li",
            { key: example.name },
            h(
              "button",
              {
                type: "button",
                onClick: () => {
                  open(example);
                  close();
                }
              },
              example.name
            )
          )
        )
      )
    )
  );
};
