// First: what it sets is read by the modules that come with the other lines.
import "#server/boot/runtime-mode.ts";
import { fail } from "#server/boot/lifecycle.ts";
import { main } from "#server/boot/main.ts";

await main().catch(fail);
