// Starts the shop for work on it: screens are rebuilt as they change, the server restarts on changes of its own.
import { ensureInstalled, nodeBinary, root, runAndExit } from "./bootstrap.mjs";

const node = nodeBinary();
ensureInstalled(node);
runAndExit(
  node,
  [
    ...["server", "shop", "backend", "integrations", "db", "base"].flatMap((folder) => [
      "--watch-path",
      folder,
    ]),
    "--watch-preserve-output",
    "server/commands/dev.ts",
  ],
  { cwd: root },
);
