/** Returns the result of a function, or `otherwise` if it throws. */
export const attempt = <A>(run: () => A, otherwise: A): A => {
  try {
    return run();
  } catch {
    return otherwise;
  }
};
