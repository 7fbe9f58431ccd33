/**
 * What Node runs the service with. V8 would grow its heap to several times of what lives in it before it looks for garbage,
 * and put what a request needs among the things that last, once many requests were under way at the same time
 * (docs/operations.md, "Memory"; docs/decisions/0034-avoiding-old-generation-garbage.md).
 */
export const nodeOptions: ReadonlyArray<string> = [
  "--max-semi-space-size=12",
  "--heap-growing-percent=120",
  "--no-allocation-site-pretenuring"
];
