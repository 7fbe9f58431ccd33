import { createContext, use } from "react";

/** Shows a message. `undo` takes back what the message is about: the toast then has a button that runs it. */
export type ShowToast = (message: string, kind?: "good" | "bad", undo?: () => Promise<unknown>) => void;

/** Provides the function that shows a toast. */
export const ToastContext = createContext<ShowToast>(() => {});

/** Returns the function that shows a toast for a few seconds; screen readers announce it. */
export const useToast = (): ShowToast => use(ToastContext);
