/**
 * The Node.js options of the service. By default, V8 grows its heap to several times its live size before it collects
 * garbage; and after many concurrent requests it allocates objects of a request in its old generation
 * (docs/operations.md, "Memory"; docs/decisions/0034-avoiding-old-generation-garbage.md).
 */
export const nodeOptions: ReadonlyArray<string> = [
  "--max-semi-space-size=8",
  "--heap-growing-percent=120",
  "--no-allocation-site-pretenuring"
];
