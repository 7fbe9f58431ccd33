/** The version of this package, the same as that of the instance that serves it. */
export const version = "0.20.0";
