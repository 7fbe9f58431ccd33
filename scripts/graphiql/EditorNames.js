import { useEditorContext } from "@graphiql/react";
import { useEffect } from "react";

/** Names the editors for assistive technology: CodeMirror has a text area of its own in each, without a label. */
export const EditorNames = () => {
  const { headerEditor, queryEditor, responseEditor, variableEditor } = useEditorContext({ nonNull: true });
  useEffect(() => {
    for (const [editor, name] of [
      [queryEditor, "Operation"],
      [variableEditor, "Variables"],
      [headerEditor, "Headers"],
      [responseEditor, "Response"]
    ]) {
      editor?.getInputField().setAttribute("aria-label", name);
    }
  }, [headerEditor, queryEditor, responseEditor, variableEditor]);
  return null;
};
