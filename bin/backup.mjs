// Copies database, files and keys of the shop into a folder, also beside one that runs.
import path from "node:path";
import { ensureInstalled, nodeBinary, root, runAndExit, serverFlags } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
// npm runs this in its own folder; a name is meant from where somebody typed it.
const folders = process.argv
  .slice(2)
  .map((name) => path.resolve(process.env.INIT_CWD ?? ".", name));
runAndExit(node, [...serverFlags(), "server/backup.ts", ...folders], { cwd: root });
