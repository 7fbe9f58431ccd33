/** The title of a part of the help. */
export const heading = (title: string, colors: boolean): string => (colors ? `\u001b[1m${title}\u001b[0m` : title);
