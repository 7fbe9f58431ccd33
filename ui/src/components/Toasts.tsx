import { useQueryClient } from "@tanstack/react-query";
import { type ReactNode, useCallback, useRef, useState } from "react";
import { Button } from "./Button.tsx";
import { type ShowToast, ToastContext } from "./useToast.ts";

interface Toast {
  readonly id: number;
  readonly message: string;
  readonly kind: "good" | "bad";
  readonly undo: (() => Promise<unknown>) | null;
}

/** How long a toast is shown, in milliseconds: longer if there is something to press. */
const milliseconds = { plain: 6_000, withUndo: 15_000 };

/** Shows toasts; screen readers announce them politely. */
export const Toasts = ({ children }: { readonly children: ReactNode }) => {
  const [toasts, setToasts] = useState<ReadonlyArray<Toast>>([]);
  const last = useRef(0);
  const client = useQueryClient();
  const remove = useCallback((id: number) => setToasts((current) => current.filter((toast) => toast.id !== id)), []);
  const show: ShowToast = useCallback(
    (message, kind = "good", undo) => {
      last.current++;
      const id = last.current;
      setToasts((current) => [...current.slice(-2), { id, message, kind, undo: undo ?? null }]);
      setTimeout(() => remove(id), undo === undefined ? milliseconds.plain : milliseconds.withUndo);
    },
    [remove]
  );
  const takeBack = (id: number, undo: () => Promise<unknown>): void => {
    remove(id);
    void undo().then(
      () => {
        show("The change was undone");
        void client.invalidateQueries();
      },
      (error: unknown) => show(error instanceof Error ? error.message : "The change could not be undone", "bad")
    );
  };
  return (
    <ToastContext value={show}>
      {children}
      <div className="toasts" role="status" aria-live="polite">
        {toasts.map(({ id, kind, message, undo }) => (
          <div key={id} className={`toast ${kind}`}>
            <p>{message}</p>
            {undo !== null && (
              <Button size="small" label={`Undo: ${message}`} onPress={() => takeBack(id, undo)}>
                Undo
              </Button>
            )}
            <Button kind="quiet" size="small" icon="close" label="Dismiss" onPress={() => remove(id)} />
          </div>
        ))}
      </div>
    </ToastContext>
  );
};
