import { focusManager } from "@tanstack/react-query";

const milliseconds = 15 * 60 * 1000;

/**
 * Stops polling after 15 minutes without input: otherwise an open tab would keep a session from ever being idle. The
 * next input refreshes everything.
 */
export const pausePollingWhenIdle = (): void => {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const touch = (): void => {
    if (timer === undefined) focusManager.setFocused(undefined);
    clearTimeout(timer);
    timer = setTimeout(() => {
      timer = undefined;
      focusManager.setFocused(false);
    }, milliseconds);
  };
  for (const kind of ["pointerdown", "keydown", "focus"]) window.addEventListener(kind, touch, { passive: true });
  touch();
};
