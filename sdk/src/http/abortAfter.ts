/** Aborts after so many milliseconds, unless it is cleared. `AbortSignal.timeout` is newer than the oldest browsers here. */
export const abortAfter = (milliseconds: number): { readonly signal: AbortSignal; readonly clear: () => void } => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};
