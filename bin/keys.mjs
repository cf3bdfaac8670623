// Lists, rotates and retires the shop's keys.
import path from "node:path";
import { ensureInstalled, nodeBinary, runServer } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
// npm changes the working directory; resolve names against the directory where the command was typed.
const typedIn = process.env.INIT_CWD ?? ".";
const [what, ...files] = process.argv.slice(2);
runServer(node, "server/commands/keys.ts", [
  what ?? "list",
  ...files.map((name) => path.resolve(typedIn, name)),
]);
