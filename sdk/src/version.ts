/** The version of this package, which is that of the instance it came from. */
export const version = "0.20.0";
