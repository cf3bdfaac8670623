import { execFile } from "node:child_process";
import { mkdir, readFile, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, onTestFinished } from "vitest";
import { demoPassword } from "#db/seed/accounts.server.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { useProgram } from "#tests/support/runner/running-program.ts";

const run = promisify(execFile);
const root = path.join(import.meta.dirname, "..", "..");

describe("a front end of its own", () => {
  const { program } = useProgram();

  longProof(
    "the example of docs/storefront.md buys, hears of its order and cancels it",
    async () => {
      const document = await readFile(path.join(root, "docs/storefront.md"), "utf8");
      const [, example] = /^```ts\n(.+?)^```$/ms.exec(document) ?? [];
      expect(example).toBeDefined();
      // Inside of the repository, so that it finds the client; ignored by git.
      const folder = path.join(root, ".cache", `storefront-${process.pid}`);
      await mkdir(folder, { recursive: true });
      onTestFinished(() => rm(folder, { recursive: true, force: true }));
      const file = path.join(folder, "example.ts");
      await writeFile(file, example ?? "");
      const keys = JSON.parse(await readFile(path.join(program().dataDir, "keys.json"), "utf8"));
      const { stdout } = await run(process.execPath, [file], {
        env: {
          PATH: process.env.PATH,
          SHOP_URL: program().url,
          SHOP_KEY: keys.publishable,
          EMAIL: "customer@etalase.test",
          PASSWORD: demoPassword,
        },
        timeout: 20_000,
      });
      const [, number] = /^placed (\S+) /m.exec(stdout) ?? [];
      expect(stdout).toContain(`now ${number} canceled 1`);
      const [order] = await asSeed()<{ status: string; street: string }[]>`
    select status, address ->> 'street' as street from orders where number = ${number ?? ""}`;
      expect(order).toEqual({ status: "canceled", street: "Jl. Braga 1" });
    },
  );
});
