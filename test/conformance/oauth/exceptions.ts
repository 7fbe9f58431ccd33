/** Checks that our service does not pass, each with the reason; a test sees to it that they still fail. */
export const exceptions: Readonly<Record<string, string>> = {};
