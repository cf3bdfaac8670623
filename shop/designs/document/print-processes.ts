/** How goods are printed. Apart from the specification's schema, so that a list of them does not load it. */
export const printProcesses = [
  "sublimation",
  "dtf",
  "dtg",
  "screen",
  "uv",
  "inkjet",
  "laser",
  "offset",
  "engraving",
] as const;
export type PrintProcess = (typeof printProcesses)[number];

/** Those whose printers take pictures with alpha beside PDF; the others want vectors, plates or inks by name. */
export const rasterProcesses: ReadonlySet<PrintProcess> = new Set([
  "sublimation",
  "dtf",
  "dtg",
  "uv",
  "inkjet",
]);
