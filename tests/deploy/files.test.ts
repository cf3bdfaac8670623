import { spawnSync } from "node:child_process";
import { globSync, readFileSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { createServer } from "node:http";
import { get } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import { readConfig } from "#base/config.server.ts";
import { sharedPages } from "#server/pages/page-key.ts";
import { startProxy } from "./proxy.ts";

/* The files of deploy/ agree with the program and with each other. */

const root = path.join(import.meta.dirname, "..", "..");
const read = (name: string) => readFileSync(path.join(root, name), "utf8");
const found = (name: string, pattern: RegExp) => {
  const [, value] = pattern.exec(read(name)) ?? [];
  if (value === undefined) throw new Error(`${name} has nothing like ${pattern}`);
  return value;
};

test("every setting that a deployment file names is one of the program", () => {
  const sources = globSync("base/*.ts", { cwd: root }).map(read).join("\n");
  const isSetting = (name: string) =>
    sources.includes(`"${name}"`) ||
    (name.endsWith("_FILE") && sources.includes(`"${name.slice(0, -5)}"`));
  const ofCompose = /^ {2}([A-Z_]+): |\bROLE\b/gm;
  const named = [
    ...read("Dockerfile").matchAll(/^ENV (.+)$/gm),
    ...globSync("deploy/systemd/*.service", { cwd: root }).flatMap((name) => [
      ...read(name).matchAll(/^Environment=(.+)$/gm),
    ]),
  ].flatMap(([, pairs = ""]) => pairs.split(" ").map((pair) => pair.split("=")[0] ?? ""));
  const settings = [
    ...named,
    ...[...read("compose.yaml").matchAll(ofCompose)].flatMap(([, name]) => name ?? []),
    ...[...read("deploy/chart/templates/settings.yaml").matchAll(/^([A-Z_]+): /gm)].map(
      ([, name = ""]) => name,
    ),
    ...[...read("deploy/chart/values.yaml").matchAll(/^ {2}([A-Z_]+): /gm)].map(
      ([, name = ""]) => name,
    ),
    ...[...read("docs/deploy.md").matchAll(/^([A-Z_]+)=/gm)].map(([, name = ""]) => name),
  ];
  expect(settings.length).toBeGreaterThan(20);
  // Of Compose itself and of PostgreSQL's image.
  const others = /^(POSTGRES_\w+|ETALASE_TAG)$/;
  expect([...new Set(settings)].filter((name) => !isSetting(name) && !others.test(name))).toEqual(
    [],
  );
});

test("the unit of one process runs the whole shop on its embedded database", () => {
  const [, pairs = ""] =
    /^Environment=(NODE_ENV=.+)$/m.exec(read("deploy/systemd/etalase.service")) ?? [];
  const env = Object.fromEntries(pairs.split(" ").map((pair) => pair.split("=")));
  expect(readConfig(env)).toMatchObject({
    production: true,
    role: "all",
    migratesAtStart: true,
    databaseUrl: undefined,
    dataDir: "/var/lib/etalase",
  });
  expect(read("deploy/systemd/etalase.service")).not.toContain("KEYS_FILE");
});

test("the link commands of docs/upgrade.md point /opt/etalase to the release", async () => {
  const opt = await mkdtemp(path.join(tmpdir(), "etalase-opt-"));
  onTestFinished(() => rm(opt, { recursive: true, force: true }));
  const run = (release: string) => {
    const lines = read("docs/upgrade.md")
      .split("\n")
      .filter((line) => /^(ln|mv) /.test(line) && line.includes("that runs") === (release === "1"))
      .map((line) => line.replaceAll(/<release[^>]*>/g, release).replaceAll("/opt", opt));
    expect(lines).toHaveLength(2);
    const { status, stderr } = spawnSync("sh", ["-e", "-c", lines.join("\n")]);
    expect(stderr.toString()).toBe("");
    expect(status).toBe(0);
  };
  const current = () => readFileSync(path.join(opt, "etalase", "release"), "utf8");
  for (const [name, release] of [
    ["etalase", "1"],
    ["etalase-2", "2"],
    ["etalase-3", "3"],
  ] as const) {
    await mkdir(path.join(opt, name));
    await writeFile(path.join(opt, name, "release"), release);
    run(release);
    expect(current()).toBe(release);
  }
  run("2");
  expect(current()).toBe("2");
});

test("ports agree", () => {
  const port = found("Dockerfile", /^EXPOSE (\d+)$/m);
  const worker = found("server/http/open-worker-server.ts", /defaultPort = (\d+)/);
  expect(found("Dockerfile", /\bPORT=(\d+)/)).toBe(port);
  expect(found("deploy/chart/templates/settings.yaml", /PORT: "(\d+)"/)).toBe(port);
  expect(found("deploy/chart/templates/web.yaml", /containerPort: (\d+)/)).toBe(port);
  expect(found("compose.yaml", /HTTP_PORTS:[^}]+\}:(\d+)"/)).toBe(port);
  expect(found("deploy/nginx-upstream.compose.conf", /server shop:(\d+)/)).toBe(port);
  expect(found("deploy/chart/templates/worker.yaml", /containerPort: (\d+)/)).toBe(worker);
  expect(found("deploy/healthcheck.mjs", /WORKER_PORT \|\| "(\d+)"/)).toBe(worker);
  const targets = [...read("deploy/prometheus/scrape.yaml").matchAll(/127\.0\.0\.1:(\d+)/g)];
  const upstream = [...read("deploy/nginx-upstream.conf").matchAll(/127\.0\.0\.1:(\d+)/g)];
  const unit = found("deploy/systemd/etalase-worker.service", /WORKER_PORT=(\d+)/);
  expect(targets.map(([, one]) => one)).toEqual([...upstream.map(([, one]) => one), unit]);
});

test("limits and times of the proxy and the supervisors are those of the program", () => {
  const largest = Number(
    found("backend/storage/context.server.ts", /fileSizeLimit: ([\d_]+)/).replaceAll("_", ""),
  );
  for (const [name, pattern] of [
    ["deploy/nginx.conf", /\/storage\/v1\/[^}]+client_max_body_size (\d+)m/],
    ["deploy/chart/values.yaml", /proxy-body-size: (\d+)m/],
  ] as const) {
    const bytes = Number(found(name, pattern)) * 2 ** 20;
    expect(bytes).toBeGreaterThanOrEqual(largest);
    expect(bytes).toBeLessThan(1.1 * largest);
  }
  const picture = found("shop/designs/uploads/design-upload.ts", /maxUploadBytes = (\d+) \* 1024/);
  const pictures = found("deploy/nginx.conf", /design-assets[^}]+client_max_body_size (\d+)m/);
  expect(Number(pictures)).toBe(Number(picture) + 1);
  const idleMs = Number(
    found("server/http/open-server.ts", /keepAliveTimeout: ([\d_]+)/).replaceAll("_", ""),
  );
  expect(Number(found("deploy/nginx.conf", /keepalive_timeout (\d+)s/)) * 1000).toBeLessThan(
    idleMs,
  );
  const stopSeconds = [
    found("compose.yaml", /stop_grace_period: (\d+)s/),
    found("deploy/chart/templates/_helpers.tpl", /terminationGracePeriodSeconds: (\d+)/),
    ...globSync("deploy/systemd/*.service", { cwd: root }).map((name) =>
      found(name, /TimeoutStopSec=(\d+)/),
    ),
  ];
  // docs/operations.md: whoever supervises the program waits half a minute.
  expect(stopSeconds.every((seconds) => Number(seconds) > 30)).toBe(true);
});

test("an image holds no data, no keys and no settings", () => {
  const ignored = read(".dockerignore").split("\n");
  expect(ignored).toEqual(
    expect.arrayContaining(["data", ".env*", "node_modules", ".git", "tests"]),
  );
});

test("the chart uses only values that exist, and contains no secret", () => {
  const values = read("deploy/chart/values.yaml");
  const templates = globSync("deploy/chart/templates/*", { cwd: root }).map(read).join("\n");
  const used = [...templates.matchAll(/\.Values\.([\w.]+)/g)].map(([, name = ""]) => name);
  const missing = used.filter(
    (name) => !name.split(".").every((part) => new RegExp(`^ *${part}:`, "m").test(values)),
  );
  expect(missing).toEqual([]);
  expect(templates).not.toMatch(/kind: Secret/);
});

test("a rollback of the chart restores the settings, and pods stay in service without the database", () => {
  const documents = read("deploy/chart/templates/settings.yaml").split(/^---$/m);
  const settings = documents.find((text) => /name: .*Release.Name }}-settings$/m.test(text));
  // Helm neither records nor restores hooks.
  expect(settings).not.toContain("helm.sh/hook");
  expect(documents.filter((text) => text.includes("helm.sh/hook"))).toHaveLength(1);
  expect(found("deploy/chart/templates/web.yaml", /readinessProbe:\n.*path: (\S+),/)).toBe(
    "/readyz/traffic",
  );
});

test("every service of compose.yaml has a memory limit and log rotation", () => {
  const services = read("compose.yaml").split("services:")[1]?.split("\nnetworks:")[0] ?? "";
  const parts = services.split(/^ {2}(?=\w)/m).slice(1);
  expect(parts.length).toBe(4);
  expect(parts.filter((part) => !/<<: \*(limits|shop)\b/.test(part))).toEqual([]);
});

test("compose-replace.sh starts a new web process before each old one stops", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-compose-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  // Containers are files: `old-1` has the old image, `new-3` the new one.
  await writeFile(
    path.join(folder, "docker"),
    `#!/bin/sh
cd ${folder}
echo "$*" >> log
case "$*" in
  *"ps --quiet shop") ls containers ;;
  *"ps --quiet"*) echo id ;;
  *"--scale shop="*)
    n=$(echo "$*" | sed 's/.*shop=\\([0-9]*\\).*/\\1/')
    while [ $(ls containers | wc -l) -lt $n ]; do touch containers/new-$(date +%N); done ;;
  "rm "*) rm containers/$2 ;;
esac
ls containers | wc -l >> running
`,
    { mode: 0o755 },
  );
  await mkdir(path.join(folder, "containers"));
  for (const name of ["old-1", "old-2"]) await writeFile(path.join(folder, "containers", name), "");
  const env = { PATH: `${folder}:${process.env.PATH}` };
  const { status, stderr } = spawnSync("sh", [path.join(root, "deploy/compose-replace.sh")], {
    env,
  });
  expect({ status, stderr: stderr.toString() }).toEqual({ status: 0, stderr: "" });
  expect(globSync("containers/*", { cwd: folder })).toEqual([
    expect.stringContaining("new-"),
    expect.stringContaining("new-"),
  ]);
  const running = readFileSync(path.join(folder, "running"), "utf8").trim().split("\n").map(Number);
  expect([Math.min(...running), Math.max(...running)]).toEqual([2, 3]);
  const log = readFileSync(path.join(folder, "log"), "utf8");
  expect(log.indexOf("bin/migrate.mjs")).toBeLessThan(log.indexOf("--scale"));
});

test("Varnish drops the cookie of the page store's pages, and of no other", () => {
  const pattern = found("deploy/varnish.vcl", /req\.url ~ "\(\?i\)([^"]+)"/);
  const isShared = new RegExp(pattern, "i");
  const kept = sharedPages.map(({ path }) => path.replace(":slug", "mug-ngopi-dulu"));
  for (const address of kept) {
    const own = address === "/" ? ["/", "/en", "/_.data", "/en.data"] : [address, `/en${address}`];
    // The data of the front page are small; they go through.
    const asked = own.filter((one) => one !== "/_.data").flatMap((one) => [one, `${one}?page=2`]);
    expect(asked.filter((one) => !isShared.test(one))).toEqual([]);
  }
  const apart = [
    ...["/Checkout", "/dashboard", "/admin", "/Auth", "/item/mug/Roster", "/item/mug/Design"],
    ...["/Order/abc", "/auth/v1/user", "/api/quote", "/Success", "/cart/x", "/en/dashboard/orders"],
  ];
  expect(apart.filter((one) => isShared.test(one))).toEqual([]);
});

const hasNginx = spawnSync("nginx", ["-v"]).status === 0;

test.skipIf(!hasNginx)("nginx takes its configuration and answers with TLS", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-nginx-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const proxy = await startProxy(folder, [1, 2]);
  onTestFinished(() => proxy.stop());
  const statusOf = (address: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      get(`${proxy.url}${address}`, { ca: proxy.certificate, agent: false }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      }).on("error", reject);
    });
  // nginx needs a moment to listen.
  await expect.poll(() => statusOf("/metrics").catch(() => "not yet")).toBe(404);
  // Figures are not for the outside, and both processes are away.
  expect(await statusOf("/")).toBe(502);
});

test.skipIf(!hasNginx)(
  "nginx passes the cookies of a large session in both directions",
  async () => {
    const folder = await mkdtemp(path.join(tmpdir(), "etalase-nginx-"));
    onTestFinished(() => rm(folder, { recursive: true, force: true }));
    // The chunks of a session, backend/auth/sessions/session-cookie.ts.
    const cookies = [0, 1, 2, 3].map((chunk) => `session.${chunk}=${"x".repeat(3_180)}`);
    const shop = createServer((request, answer) => {
      answer.setHeader("Set-Cookie", cookies);
      answer.end(String(request.headers.cookie?.length));
    });
    onTestFinished(() => void shop.close());
    await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
    const { port } = shop.address() as AddressInfo;
    const proxy = await startProxy(folder, [port, port]);
    onTestFinished(() => proxy.stop());
    const cookie = cookies.join("; ");
    const ask = () =>
      new Promise<readonly [number | undefined, string, number | undefined]>((resolve, reject) => {
        const options = { ca: proxy.certificate, agent: false, headers: { cookie } };
        get(`${proxy.url}/dashboard`, options, (answer) => {
          let body = "";
          answer.on("data", (part: Buffer) => {
            body += part.toString();
          });
          answer.on("end", () =>
            resolve([answer.statusCode, body, answer.headers["set-cookie"]?.length]),
          );
        }).on("error", reject);
      });
    await expect
      .poll(() => ask().catch(() => "not yet"))
      .toEqual([200, String(cookie.length), cookies.length]);
  },
);

test.skipIf(!hasNginx)("nginx passes WebSocket upgrades on only below /realtime/v1/", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-nginx-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const shop = createServer((_, answer) => void answer.end("page"));
  shop.on("upgrade", (_, socket) => {
    socket.end(
      "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n",
    );
  });
  onTestFinished(() => void shop.close());
  await new Promise<void>((resolve) => shop.listen(0, "127.0.0.1", resolve));
  const { port } = shop.address() as AddressInfo;
  const proxy = await startProxy(folder, [port, port]);
  onTestFinished(() => proxy.stop());
  const ask = (address: string) =>
    new Promise<number | undefined>((resolve, reject) => {
      const headers = { Connection: "Upgrade", Upgrade: "websocket" };
      get(`${proxy.url}${address}`, { ca: proxy.certificate, agent: false, headers }, (answer) => {
        answer.resume();
        resolve(answer.statusCode);
      })
        .on("upgrade", ({ statusCode }, socket) => {
          socket.destroy();
          resolve(statusCode);
        })
        .on("error", reject);
    });
  await expect.poll(() => ask("/Shop").catch(() => "not yet")).toBe(200);
  expect(await ask("/auth/v1/health")).toBe(200);
  expect(await ask("/storage/v1/object/x")).toBe(200);
  expect(await ask("/realtime/v1/websocket")).toBe(101);
});
