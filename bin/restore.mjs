// Puts a backup into an empty DATA_DIR.
import path from "node:path";
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node, { toBuild: false });
// npm runs this in its own folder; a name is meant from where somebody typed it.
const typedIn = process.env.INIT_CWD ?? ".";
runServer(
  node,
  "server/commands/restore.ts",
  process.argv.slice(2).map((name) => path.resolve(typedIn, name)),
);
