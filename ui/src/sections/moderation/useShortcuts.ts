import { useEffect, useRef } from "react";

const isTyping = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement &&
  (target.isContentEditable || ["INPUT", "SELECT", "TEXTAREA"].includes(target.tagName));

/** Runs what belongs to a key while no dialog is open and nobody types. Keys with a modifier are left to the browser. */
export const useShortcuts = (actions: Readonly<Record<string, () => void>>, isEnabled: boolean): void => {
  const latest = useRef(actions);
  latest.current = actions;
  useEffect(() => {
    if (!isEnabled) return;
    const press = (event: KeyboardEvent): void => {
      if (event.ctrlKey || event.metaKey || event.altKey || event.defaultPrevented || isTyping(event.target)) return;
      const action = Object.hasOwn(latest.current, event.key) ? latest.current[event.key] : undefined;
      if (action === undefined || document.querySelector("[role=dialog], [role=alertdialog]") !== null) return;
      event.preventDefault();
      action();
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, [isEnabled]);
};
