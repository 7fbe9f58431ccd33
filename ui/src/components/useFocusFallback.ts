import { useEffect } from "react";

/** When something goes that had the focus, as a row that is dealt with, the heading gets it: not the start of the page. */
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
