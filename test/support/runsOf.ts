/** Returns how many cases of a property to try: all of them, or with `npm run check` a tenth. */
export const runsOf = (all: number): number => (process.env.QUICK_CHECK === undefined ? all : Math.ceil(all / 10));
