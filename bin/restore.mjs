// Restores a backup into an empty DATA_DIR.
import path from "node:path";
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
// npm changes the working directory; resolve names against the directory where the command was typed.
const typedIn = process.env.INIT_CWD ?? ".";
runServer(
  node,
  "server/commands/restore.ts",
  process.argv.slice(2).map((word) => (word.startsWith("--") ? word : path.resolve(typedIn, word))),
);
