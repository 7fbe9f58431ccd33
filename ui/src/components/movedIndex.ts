/** Where a key leads from one of `count` bars; null if the key has no meaning here. */
export const movedIndex = (key: string, from: number, count: number): number | null => {
  if (key === "ArrowLeft" || key === "ArrowDown") return Math.max(0, from - 1);
  if (key === "ArrowRight" || key === "ArrowUp") return Math.min(count - 1, from + 1);
  if (key === "Home") return 0;
  return key === "End" ? count - 1 : null;
};
