import { useEffect, useState } from "react";

/** Whether a key press is \u2318K or Ctrl+K. */
const isShortcut = ({ altKey, ctrlKey, key, metaKey, shiftKey }: KeyboardEvent): boolean =>
  key.toLowerCase() === "k" && metaKey !== ctrlKey && !altKey && !shiftKey;

/** Whether the search box is open. The shortcut opens and closes it, wherever the focus is. */
export const usePalette = () => {
  const [isOpen, setOpen] = useState(false);
  useEffect(() => {
    const press = (event: KeyboardEvent): void => {
      if (!isShortcut(event)) return;
      event.preventDefault();
      setOpen((before) => !before);
    };
    document.addEventListener("keydown", press);
    return () => document.removeEventListener("keydown", press);
  }, []);
  return { isOpen, open: () => setOpen(true), close: () => setOpen(false) };
};
