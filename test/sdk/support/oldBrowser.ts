import { newerFunctions } from "./newerFunctions.ts";

/** The stack frame of the caller: below `Error`, the getter, and the function that reads the stack. */
const isAskedBySdk = () => /\/sdk\/src\//.test(new Error().stack?.split("\n")[3] ?? "");

const find = (path: string): object | undefined =>
  path === "globalThis"
    ? globalThis
    : path.split(".").reduce<object | undefined>((holder, name) => holder && Reflect.get(holder, name), globalThis);

/** Removes the features that the oldest browsers lack, for the SDK only. */
for (const [path, name] of newerFunctions) {
  const holder = find(path);
  const before = holder && Object.getOwnPropertyDescriptor(holder, name);
  if (holder === undefined || before === undefined) continue;
  Object.defineProperty(holder, name, {
    configurable: true,
    get() {
      return isAskedBySdk() ? undefined : before.get ? before.get.call(this) : before.value;
    },
    set(value: unknown) {
      Object.defineProperty(this, name, { configurable: true, writable: true, value });
    }
  });
}
