import { removeFolder, startProgram, temporaryFolder } from "./program.ts";

/**
 * The data of a program that has been started once; other programs of this run start with a copy (`startProgram`).
 * Not on systems without `cp -a`.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform === "win32" || process.env.PROGRAM_TEMPLATE) return undefined;
  const dataDir = await temporaryFolder();
  const program = await startProgram({ dataDir });
  await program.stop();
  process.env.PROGRAM_TEMPLATE = dataDir;
  return () => removeFolder(dataDir);
}
