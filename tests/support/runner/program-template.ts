import {
  type Program,
  removeFolder,
  startProgram,
  templateNames,
  temporaryFolder,
} from "./program.ts";

/**
 * The data of programs that have been started once, with the demo shop and without; other programs of this run start
 * with a copy (`newDataDir`). Not on systems without `cp -a`.
 */
export default async function setup(): Promise<(() => Promise<void>) | undefined> {
  if (process.platform === "win32") return undefined;
  const made: string[] = [];
  for (const [seed, name] of Object.entries(templateNames)) {
    if (process.env[name]) continue;
    const dataDir = await temporaryFolder();
    const program: Program = await startProgram({ dataDir, env: { SEED: seed } });
    await program.stop();
    process.env[name] = dataDir;
    made.push(dataDir);
  }
  return async () => void (await Promise.all(made.map(removeFolder)));
}
