/** What a function gives, or `otherwise` where it throws. */
export const attempt = <A>(run: () => A, otherwise: A): A => {
  try {
    return run();
  } catch {
    return otherwise;
  }
};
