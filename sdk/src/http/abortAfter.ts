/** Returns a signal that aborts after a number of milliseconds unless it is cleared. `AbortSignal.timeout` is newer than the oldest supported browsers. */
export const abortAfter = (milliseconds: number): { readonly signal: AbortSignal; readonly clear: () => void } => {
  const controller = new AbortController();
  const timer = setTimeout(() => controller.abort(), milliseconds);
  return { signal: controller.signal, clear: () => clearTimeout(timer) };
};
