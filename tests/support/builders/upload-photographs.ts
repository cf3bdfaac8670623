import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { createServerClient } from "@supabase/ssr";
import sharp from "sharp";
import { Upload } from "tus-js-client";
import { sessionCookieName } from "#backend/auth/sessions/session-cookie.ts";
import { uploadBucket, uploadPath } from "#shop/catalogue/media/media.ts";
import type { Program } from "#tests/support/runner/program.ts";
import { orderOf, productWithoutPictures } from "./media.ts";

export interface UploadedPhotographs {
  /** Bytes of each. */
  readonly size: number;
  readonly seconds: number;
  readonly isInOrder: boolean;
  /** The most memory that the program's process has had (VmHWM of Linux). */
  readonly peakMib: number;
  readonly peakMibBefore: number;
  /** How long a page of the shop took meanwhile. */
  readonly page: { readonly median: number; readonly max: number };
}

/**
 * Drops photographs on a new product of a running program: all are sent and handed over at once, many more at a time than
 * the screen does. The program's database is connected.
 */
export async function uploadPhotographs(
  program: Program,
  { count, megabytes, megapixels }: { count: number; megabytes: number; megapixels: number },
): Promise<UploadedPhotographs> {
  const { personId, token, cookie } = await signedIn(program);
  const product = await productWithoutPictures();
  const photographs = await makePhotographs(count, megabytes * 1e6, megapixels * 1e6);
  const dropped = photographs.map(() => crypto.randomUUID());
  const peakMibBefore = peakMib(program);
  const watch = watchPage(program);
  const began = performance.now();
  await Promise.all(
    photographs.map(async (bytes, index) => {
      const id = dropped[index] ?? "";
      await send(program, bytes, uploadPath(personId, id), token);
      await handOver(`${program.url}/admin/Products/${product.id}/Media/Uploads`, id, dropped, {
        Origin: program.url,
        Cookie: cookie,
      });
    }),
  );
  const seconds = (performance.now() - began) / 1000;
  const page = await watch();
  const order = await orderOf(product.id);
  return {
    size: photographs[0]?.length ?? 0,
    seconds,
    isInOrder: order.join() === dropped.join(),
    peakMib: peakMib(program),
    peakMibBefore,
    page,
  };
}

async function signedIn(program: Program) {
  const keys = JSON.parse(await readFile(path.join(program.dataDir, "keys.json"), "utf8"));
  const cookies = new Map<string, string>();
  const client = createServerClient(program.url, keys.publishable, {
    cookieOptions: { name: sessionCookieName(program.url) },
    cookies: {
      getAll: () => [...cookies].map(([name, value]) => ({ name, value })),
      setAll: (all) => {
        for (const { name, value } of all) cookies.set(name, value);
      },
    },
  });
  const { data, error } = await client.auth.signInWithPassword({
    email: "admin@etalase.test",
    password: "etalase-demo-2026",
  });
  if (error) throw error;
  const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join("; ");
  return { personId: data.user.id, token: data.session.access_token, cookie };
}

/** Noise like that of a sensor compresses as badly as a photograph. Each file has bytes of its own behind its end. */
async function makePhotographs(count: number, bytes: number, pixels: number): Promise<Buffer[]> {
  const width = Math.round(Math.sqrt((pixels * 4) / 3));
  const height = Math.round((width * 3) / 4);
  const noise = { type: "gaussian", mean: 128, sigma: 28 } as const;
  const raw = await sharp({ create: { width, height, channels: 3, background: "#777", noise } })
    .blur(0.6)
    .raw()
    .toBuffer();
  let made = Buffer.alloc(0);
  for (let quality = 60; quality <= 100 && made.length < bytes; quality += 2) {
    made = await sharp(raw, { raw: { width, height, channels: 3 } })
      .jpeg({ quality })
      .toBuffer();
  }
  return Array.from({ length: count }, () => Buffer.concat([made, randomBytes(16)]));
}

async function handOver(
  address: string,
  upload: string,
  dropped: readonly string[],
  headers: Record<string, string>,
): Promise<void> {
  const body = new URLSearchParams({ upload, name: `${upload}.jpg` });
  for (const id of dropped) body.append("dropped", id);
  for (;;) {
    const answer = await fetch(address, { method: "POST", body, headers });
    const text = await answer.text();
    if (answer.ok) return;
    // It waited its turn for half a minute; handing it over again is safe.
    if (answer.status !== 503) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
    await setTimeout(1_000);
  }
}

function send(program: Program, bytes: Buffer, objectName: string, token: string): Promise<void> {
  return new Promise((resolve, reject) => {
    new Upload(bytes, {
      endpoint: `${program.url}/storage/v1/upload/resumable`,
      headers: { Authorization: `Bearer ${token}` },
      chunkSize: 6 * 1024 * 1024,
      retryDelays: [500, 1_500, 4_000],
      metadata: { bucketName: uploadBucket, objectName, contentType: "image/jpeg" },
      onSuccess: () => resolve(),
      onError: reject,
    }).start();
  });
}

function peakMib(program: Program): number {
  const status = readFileSync(`/proc/${program.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Asks for a page of the shop all the time. @returns a function that ends it and gives the milliseconds of an answer */
function watchPage(program: Program): () => Promise<{ median: number; max: number }> {
  let isOver = false;
  const times: number[] = [];
  const run = (async () => {
    while (!isOver) {
      const began = performance.now();
      await (await fetch(`${program.url}/item/mug-ngopi-dulu`)).arrayBuffer();
      times.push(performance.now() - began);
      await setTimeout(50);
    }
  })();
  return async () => {
    isOver = true;
    await run;
    times.sort((a, b) => a - b);
    return {
      median: Math.round(times[times.length >> 1] ?? 0),
      max: Math.round(times.at(-1) ?? 0),
    };
  };
}
