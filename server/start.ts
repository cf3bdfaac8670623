// First: what it sets is read by the modules that come with the other lines.
import "./runtime-mode.ts";
import { fail } from "./lifecycle.ts";
import { main } from "./main.ts";

await main().catch(fail);
