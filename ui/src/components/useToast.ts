import { createContext, use } from "react";

export type Say = (message: string, kind?: "good" | "bad") => void;

/** How a page says something in passing. */
export const ToastContext = createContext<Say>(() => {});

/** Says something in passing: shown for some seconds, and read out. */
export const useToast = (): Say => use(ToastContext);
