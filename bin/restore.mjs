// Puts a backup into an empty DATA_DIR.
import path from "node:path";
import { ensureInstalled, nodeBinary, root, runAndExit, serverFlags } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
// npm runs this in its own folder; a name is meant from where somebody typed it.
const folders = process.argv
  .slice(2)
  .map((name) => path.resolve(process.env.INIT_CWD ?? ".", name));
runAndExit(node, [...serverFlags(), "server/restore.ts", ...folders], { cwd: root });
