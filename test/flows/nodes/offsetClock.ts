/** Loaded before the service: its clock is ahead of that of this machine by `CLOCK_OFFSET_MS`, which may be negative. */
const offset = Number(process.env.CLOCK_OFFSET_MS);

globalThis.Date = new Proxy(Date, {
  construct: (date, given, target) => {
    const made: object = Reflect.construct(date, given.length === 0 ? [date.now() + offset] : given, target);
    return made;
  },
  get: (date, name) => (name === "now" ? () => date.now() + offset : Reflect.get(date, name))
});
