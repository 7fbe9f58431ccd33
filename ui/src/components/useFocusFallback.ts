import { useEffect } from "react";

/** When the focused element disappears, such as a deleted row, moves the focus to the page heading instead of the page start. */
export const useFocusFallback = (): void =>
  useEffect(
    () => () => {
      requestAnimationFrame(() => {
        if (document.activeElement !== document.body) return;
        document.querySelector("h1")?.focus({ preventScroll: true });
      });
    },
    []
  );
