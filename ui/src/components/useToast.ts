import { createContext, use } from "react";

export type ShowToast = (message: string, kind?: "good" | "bad") => void;

/** Provides the function that shows a toast. */
export const ToastContext = createContext<ShowToast>(() => {});

/** Returns the function that shows a toast for a few seconds; screen readers announce it. */
export const useToast = (): ShowToast => use(ToastContext);
