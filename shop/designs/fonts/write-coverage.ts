import { writeFileSync } from "node:fs";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { fontCatalogue } from "./catalogue.ts";
import { rangesOf } from "./ranges.ts";

/* Writes `coverage.ts` from the font files of this folder: `node shop/designs/fonts/write-coverage.ts`. */

const fonts = await loadFonts();
const rows = fontCatalogue.map(({ id, sha256 }) => {
  const typeface = fonts.get(sha256);
  if (!typeface) throw new Error(`${id} is not open`);
  return `  "${id}":\n    "${rangesOf(typeface)}",`;
});
writeFileSync(
  new URL("coverage.ts", import.meta.url),
  `// Written by write-coverage.ts.\n\n/** The code points of each font, in base 36: how many are left out, then how many follow each other. */\nexport const coverage = {\n${rows.join("\n")}\n} as const;\n`,
);
