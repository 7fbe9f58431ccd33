import { useEffect } from "react";

/** Runs an action whenever the user returns to this tab. */
export const useOnReturn = (action: () => void): void => {
  useEffect(() => {
    const returned = () => {
      if (document.visibilityState === "visible") action();
    };
    document.addEventListener("visibilitychange", returned);
    return () => document.removeEventListener("visibilitychange", returned);
  }, [action]);
};
