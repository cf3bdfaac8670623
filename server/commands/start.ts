// Must be the first import: later imports read what it sets.
import "#server/boot/runtime-mode.ts";
import { fail } from "#server/boot/lifecycle.ts";
import { main } from "#server/boot/main.ts";

await main().catch(fail);
