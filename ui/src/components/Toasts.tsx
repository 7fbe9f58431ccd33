import { type ReactNode, useCallback, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { type ShowToast, ToastContext } from "./useToast.ts";

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: "good" | "bad";
}

const milliseconds = 6000;

/** Shows toasts; screen readers announce them politely. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([]);
  const last = useRef(0);
  const remove = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  const show: ShowToast = useCallback(
    (message, kind = "good") => {
      last.current++;
      const id = last.current;
      setToasts((current) => [...current.slice(-2), { id, message, kind }]);
      setTimeout(() => remove(id), milliseconds);
    },
    [remove]
  );
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, kind, message }) => (
          <div key={id} className={`toast ${kind}`}>
            <p>{message}</p>
            <Button kind="quiet" size="small" icon="close" label="Dismiss" onPress={() => remove(id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
};
