// Copies the shop's database, files and keys into a folder; the shop may be running.
import path from "node:path";
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
// npm changes the working directory; resolve names against the directory where the command was typed.
const typedIn = process.env.INIT_CWD ?? ".";
runServer(
  node,
  "server/commands/backup.ts",
  process.argv.slice(2).map((name) => path.resolve(typedIn, name)),
);
