import { execFileSync, spawn } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { freePort } from "#db/embedded.server.ts";

const root = path.join(import.meta.dirname, "..", "..");

/** nginx with the configuration of deploy/nginx.conf; only addresses, ports and paths differ. */
export interface Proxy {
  readonly url: string;
  /** Of its certificate, to be trusted. */
  readonly certificate: string;
  stop(): void;
}

export async function startProxy(folder: string, ports: readonly number[]): Promise<Proxy> {
  const port = await freePort();
  const plainPort = await freePort();
  await mkdir(path.join(folder, "tls"), { recursive: true });
  const certificate = path.join(folder, "tls/fullchain.pem");
  execFileSync(
    "openssl",
    [
      ...["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2", "-subj", "/CN=localhost"],
      ...["-addext", "subjectAltName=DNS:localhost", "-out", certificate],
      ...["-keyout", path.join(folder, "tls/privkey.pem")],
    ],
    { stdio: "ignore" },
  );
  const [site, upstream] = await Promise.all(
    ["deploy/nginx.conf", "deploy/nginx-upstream.conf"].map((name) =>
      readFile(path.join(root, name), "utf8"),
    ),
  );
  const places: readonly (readonly [string | RegExp, string])[] = [
    [/^ *listen \[::\].*\n/gm, ""],
    ["listen 80;", `listen 127.0.0.1:${plainPort};`],
    ["listen 443 ssl http2;", `listen 127.0.0.1:${port} ssl http2;`],
    [/shop\.example/g, "localhost"],
    [/\/etc\/nginx\//g, `${folder}/`],
  ];
  const settings = places.reduce((text, [from, to]) => text.replace(from, to), site ?? "");
  const servers = ports.reduce(
    (text, own, index) => text.replace(String(3001 + index), String(own)),
    upstream ?? "",
  );
  await writeFile(path.join(folder, "site.conf"), settings);
  await writeFile(path.join(folder, "etalase-upstream.conf"), servers);
  await writeFile(
    path.join(folder, "nginx.conf"),
    `daemon off;
worker_processes 1;
pid ${folder}/nginx.pid;
error_log ${folder}/error.log warn;
events { worker_connections 1024; }
http {
  access_log off;
  client_body_temp_path ${folder}/body;
  proxy_temp_path ${folder}/proxy;
  fastcgi_temp_path ${folder}/fastcgi;
  uwsgi_temp_path ${folder}/uwsgi;
  scgi_temp_path ${folder}/scgi;
  include ${folder}/site.conf;
}
`,
  );
  const args = ["-p", folder, "-e", `${folder}/error.log`, "-c", path.join(folder, "nginx.conf")];
  execFileSync("nginx", ["-t", ...args], { stdio: "ignore" });
  const server = spawn("nginx", args, { stdio: "ignore" });
  return {
    url: `https://localhost:${port}`,
    certificate: await readFile(certificate, "utf8"),
    stop: () => server.kill("SIGQUIT"),
  };
}
