// Written by npm run brand.
/** The URL of the mark. */
export const markPath = "/assets/mark-c2fdd807.svg";
