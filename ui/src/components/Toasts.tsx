import { type ReactNode, useCallback, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { type ShowToast, ToastContext } from "./useToast.ts";

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: "good" | "bad";
}

const milliseconds = 6000;

/** Where what is said in passing appears; screen readers hear it when they are done with their sentence. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([]);
  const last = useRef(0);
  const remove = useCallback((id: number) => setToasts((shown) => shown.filter((toast) => toast.id !== id)), []);
  const say: ShowToast = useCallback(
    (message, kind = "good") => {
      last.current++;
      const id = last.current;
      setToasts((shown) => [...shown.slice(-2), { id, message, kind }]);
      setTimeout(() => remove(id), milliseconds);
    },
    [remove]
  );
  return (
    <ToastContext value={say}>
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
