// First: what it sets is read by the modules that come with the second line.
import "./runtime-mode.ts";
import { fail, main } from "./main.ts";

await main().catch(fail);
