import { writeFile } from "node:fs/promises";
import path from "node:path";
import { loadFonts } from "#shop/designs/load-fonts.server.ts";
import { goldenDesigns } from "#tests/support/builders/golden-designs.ts";
import { hashGoldens } from "./draw-golden.ts";

/* Writes goldens.json: `node tests/verification/designs/write-goldens.ts`. Look at the designs before you commit it. */

const hashes = await hashGoldens(goldenDesigns, await loadFonts());
const file = path.join(import.meta.dirname, "goldens.json");
await writeFile(file, `${JSON.stringify(hashes, null, 2)}\n`);
