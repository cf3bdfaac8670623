// Starts the shop for development: screens rebuild as they change, the server restarts on changes of its own.
import {
  ensureInstalled,
  fetchNodeAndPackages,
  nodeBinary,
  root,
  runAndExit,
} from "./bootstrap.mjs";

await fetchNodeAndPackages();
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
