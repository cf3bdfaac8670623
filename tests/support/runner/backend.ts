import { mkdtemp, rm } from "node:fs/promises";
import type { Server } from "node:http";
import { tmpdir } from "node:os";
import path from "node:path";
import { serve } from "@hono/node-server";
import { createClient, type SupabaseClient } from "@supabase/supabase-js";
import type { Hono } from "hono";
import { afterAll, beforeAll } from "vitest";
import { type BackendOptions, createBackend } from "#backend/backend.server.ts";
import { type Keys, temporaryKeys } from "#backend/gateway/keys.server.ts";
import { readConfig } from "#base/config.server.ts";
import type { Config } from "#base/config-type.ts";
import { asSeed } from "#tests/support/runner/connections.ts";

export interface TestBackend {
  readonly url: string;
  readonly keys: Keys;
  readonly config: Config;
  readonly server: Server;
  /** A client as a page has it, signed out. */
  client(): SupabaseClient;
  /** The newest mail to an address, with the link and code in it. */
  mailTo(address: string): Promise<{ text: string; link: string; code: string; subject: string }>;
  post(path: string, body: unknown, headers?: Record<string, string>): Promise<Response>;
}

/** Limits that no test reaches by accident. */
export const generous = { limit: 100_000, windowSeconds: 300 };
export const relaxedAuth = {
  mailInterval: 0,
  mailsPerDay: 1000,
  smsInterval: 0,
  smsPerDay: 1000,
  limits: {
    token: generous,
    verify: generous,
    mail: generous,
    factor: generous,
    anonymous: generous,
  },
};

interface GivenOptions extends Partial<Omit<BackendOptions, "config" | "keys">> {
  /** Further settings, as in the environment. */
  readonly settings?: Readonly<Record<string, string>>;
}

/** The hosted-backend API on a free port, over the database of `testDatabase()`, for one test file. */
export function testBackend(
  given: GivenOptions | (() => GivenOptions) = {},
  attach: (backend: TestBackend) => (() => Promise<void>) | undefined = () => undefined,
): () => TestBackend {
  let running: TestBackend | undefined;
  let folder = "";
  let detach: (() => Promise<void>) | undefined;

  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "etalase-backend-"));
    const keys = await temporaryKeys();
    // A function, for values that are known only after something else has started.
    const { settings, ...options } = typeof given === "function" ? given() : given;
    let app: Hono | undefined;
    let server: Server | undefined;
    const port = await new Promise<number>((resolve) => {
      server = serve(
        {
          fetch: (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
          port: 0,
          hostname: "127.0.0.1",
        },
        (address) => resolve(address.port),
      ) as Server;
    });
    const url = `http://localhost:${port}`;
    const config = readConfig({
      PORT: String(port),
      DATA_DIR: folder,
      PUBLIC_URL: url,
      REALTIME_PUBLIC: "0",
      ...settings,
    });
    app = createBackend({ functions: {}, auth: relaxedAuth, ...options, config, keys });
    if (!server) throw new Error("no server");
    running = { ...calls(url, keys), url, keys, config, server };
    detach = attach(running);
  });

  afterAll(async () => {
    await detach?.();
    running?.server.closeAllConnections();
    await new Promise((resolve) => running?.server.close(resolve));
    await rm(folder, { recursive: true, force: true });
  });

  return () => {
    if (!running) throw new Error("the backend is not running yet");
    return running;
  };
}

function calls(url: string, keys: Keys): Pick<TestBackend, "client" | "mailTo" | "post"> {
  return {
    client: () =>
      createClient(url, keys.publishable, {
        auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false },
      }),
    async mailTo(address) {
      const [mail] = await asSeed()<{ text: string; subject: string }[]>`
        select text, subject from private.outbox where recipient = ${address}
        order by created_at desc, id limit 1`;
      if (!mail) throw new Error(`no mail to ${address}`);
      return {
        ...mail,
        link: /https?:\/\/\S+verify\S+/.exec(mail.text)?.[0] ?? "",
        code: /^\d{6}$/m.exec(mail.text)?.[0] ?? "",
      };
    },
    post: (path, body, headers = {}) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: { "Content-Type": "application/json", apikey: keys.publishable, ...headers },
        body: typeof body === "string" ? body : JSON.stringify(body),
      }),
  };
}

/** A confirmed account and its signed-in client. */
export async function signedInClient(
  backend: TestBackend,
  email: string,
  password = "kertas-karbon-7",
): Promise<SupabaseClient> {
  const client = backend.client();
  const { error } = await client.auth.signUp({ email, password });
  if (error) throw error;
  const { code } = await backend.mailTo(email);
  const verified = await client.auth.verifyOtp({ email, token: code, type: "signup" });
  if (verified.error) throw verified.error;
  return client;
}
