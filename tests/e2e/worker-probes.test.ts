import { expect, onTestFinished } from "vitest";
import { freePort } from "#db/embedded.server.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";
import { newDataDir, removeFolder, runToEnd, startProgram } from "#tests/support/runner/program.ts";
import { secretKeyOf } from "#tests/support/runner/public-key.ts";

longProof(
  "a worker answers probes and figures on a port of its own, and nothing else",
  {
    timeout: 60_000,
  },
  async () => {
    const port = await freePort();
    // `startProgram` waits for /readyz at this port.
    const worker = await startProgram({
      port,
      env: { ROLE: "worker", WORKER_PORT: String(port), PORT: "1" },
    });
    onTestFinished(async () => {
      await worker.stop();
      await removeFolder(worker.dataDir);
    });
    const get = (path: string, headers = {}) => fetch(worker.url + path, { headers });
    expect(await (await get("/healthz")).json()).toEqual({ status: "alive" });
    expect(await (await get("/readyz")).json()).toMatchObject({ checks: { jobs: "ok" } });
    expect((await get("/metrics")).status).toBe(404);
    const figures = await get("/metrics", { apikey: await secretKeyOf(worker.dataDir) });
    expect(await figures.text()).toContain("process_cpu_seconds_total");
    expect((await get("/")).status).toBe(404);

    const dataDir = await newDataDir({ SEED: "none" });
    onTestFinished(() => removeFolder(dataDir));
    const refused = await runToEnd({
      DATA_DIR: dataDir,
      SEED: "none",
      ROLE: "worker",
      WORKER_PORT: String(port),
    });
    expect(refused.code).toBe(1);
    expect(refused.output).toContain(
      `Port ${port} is in use by another program. Stop that one, or choose another port: WORKER_PORT=${port + 1} npm start`,
    );
  },
);
