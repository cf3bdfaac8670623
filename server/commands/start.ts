// Must be the first import: later imports read what it sets.
import "#server/boot/runtime-mode.ts";
import { buildScreens } from "#server/boot/build-screens.ts";
import { fail } from "#server/boot/lifecycle.ts";
import { main } from "#server/main.ts";
import { builtScreens } from "#server/screens/built-screens.ts";

// `npm start` passes `--build` when the build does not match the sources.
const built = process.argv.includes("--build") ? buildScreens() : Promise.resolve();
const running = main(async () => {
  await built;
  return builtScreens();
});
await Promise.all([built, running]).catch(fail);
