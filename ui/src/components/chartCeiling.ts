/** The next round number, so that the labels of the axis of a chart are round, too. */
export const chartCeiling = (max: number): number => {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(max, 4)));
  return [1, 2, 4, 5, 8, 10].map((step) => step * magnitude).find((step) => step >= max) ?? 10 * magnitude;
};
