import { spawn } from "node:child_process";
import { once } from "node:events";
import path from "node:path";
import { OperatorError } from "#base/errors.ts";
import { closeLater } from "./lifecycle.ts";
import { isText } from "./operator-output.ts";

const root = path.join(import.meta.dirname, "..", "..");

/**
 * Builds the screens in a child process, so that the database is prepared at the same time.
 * @throws OperatorError when the build fails; it has printed the reason
 */
export async function buildScreens(): Promise<void> {
  // The build prints text or JSON lines, as this process does.
  const env = { ...process.env, NODE_ENV: isText(process.stdout) ? "" : "production" };
  const child = spawn(process.execPath, ["bin/build.mjs", "--quick"], {
    cwd: root,
    stdio: "inherit",
    env,
  });
  const ended = once(child, "exit");
  closeLater("build of the screens", async () => {
    child.kill();
    await ended;
  });
  const [code] = await ended;
  if (code !== 0) throw new OperatorError("The screens could not be built. See the lines above.");
}
