/**
 * What Node runs the service with: under load it then takes 350 MB instead of 570, for 4 % of its speed. V8 would grow its
 * heap to several times of what lives in it before it looks for garbage (docs/operations.md, "Memory").
 */
export const nodeOptions: ReadonlyArray<string> = ["--max-semi-space-size=12", "--heap-growing-percent=120"];
