// Must be the first import: later imports read what it sets.
import "#server/boot/runtime-mode.ts";
import { buildScreens } from "#server/boot/build-screens.ts";
import { fail } from "#server/boot/lifecycle.ts";

// `npm start` passes `--build` when the build does not match the sources. The build is the slowest step, so it starts before
// the other modules of the server are loaded.
const built = process.argv.includes("--build") ? buildScreens() : Promise.resolve();

async function start(): Promise<void> {
  const { main } = await import("#server/main.ts");
  await main(async () => {
    const { builtScreens } = await import("#server/screens/built-screens.ts");
    await built;
    return builtScreens();
  });
}
await Promise.all([built, start()]).catch(fail);
