import { createContext, use } from "react";

export type ShowToast = (message: string, kind?: "good" | "bad") => void;

/** How a page says something in passing. */
export const ToastContext = createContext<ShowToast>(() => {});

/** Says something in passing: shown for some seconds, and read out. */
export const useToast = (): ShowToast => use(ToastContext);
