import { vi } from "vitest";

/*
 * One process runs many test files, because starting one costs more than most files. Each file gets modules and an
 * environment of its own: nothing that an earlier file left in them reaches it. Packages stay loaded.
 */

vi.resetModules();

const initial = Symbol.for("etalase.tests.environment");
const shared = globalThis as { [initial]?: NodeJS.ProcessEnv };
shared[initial] ??= { ...process.env };
for (const name of Object.keys(process.env))
  if (!(name in shared[initial])) delete process.env[name];
Object.assign(process.env, shared[initial]);
