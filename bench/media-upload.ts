import { randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { createServerClient } from "@supabase/ssr";
import sharp from "sharp";
import { Upload } from "tus-js-client";
import { sessionCookieName } from "#backend/auth/sessions/session-cookie.ts";
import { connect, disconnect } from "#db/client.server.ts";
import { uploadBucket, uploadPath } from "#shop/media/media.ts";
import { orderOf, productWithoutPictures } from "#tests/support/builders/media.ts";
import { seeding } from "#tests/support/runner/database.ts";
import { databaseAddress } from "#tests/support/runner/embedded-postgres.ts";
import { removeFolder, startProgram } from "#tests/support/runner/program.ts";

/*
 * Photographs of a camera, dropped on a product together: all are sent and handed over at once, four times as many at a time
 * as the screen does. `node bench/media-upload.ts [photographs=30] [megabytes=8] [megapixels=12]`; one JSON line. Fails when
 * a picture is lost or out of order. `peak_mib` is the most memory that the program's process had (VmHWM of Linux).
 */

const [count = 30, megabytes = 8, megapixels = 12] = process.argv.slice(2).map(Number);

const program = await startProgram({ env: { LOG_LEVEL: "error", PAGES_PER_ADDRESS: "100000" } });
try {
  connect(await databaseAddress(program.dataDir), { max: 3, ...seeding });
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
  const product = await productWithoutPictures();
  const photographs = await makePhotographs();
  const dropped = photographs.map(() => crypto.randomUUID());
  const before = peakMib();
  const watch = watchAnswers();
  const began = performance.now();
  const took = await Promise.all(
    photographs.map(async (bytes, index) => {
      const id = dropped[index] ?? "";
      await send(bytes, uploadPath(data.user.id, id), data.session.access_token);
      await take(product.id, id);
      return (performance.now() - began) / 1000;
    }),
  );
  const answers = await watch();
  const order = await orderOf(product.id);
  if (order.join() !== dropped.join()) throw new Error("a picture is lost or out of order");
  console.log(
    JSON.stringify({
      photographs: count,
      megabytes: Number(((photographs[0]?.length ?? 0) / 1e6).toFixed(1)),
      megapixels,
      seconds: Number(Math.max(...took).toFixed(1)),
      lost: 0,
      in_order: true,
      peak_mib: peakMib(),
      peak_mib_before: before,
      page_ms_meanwhile: answers,
    }),
  );

  /** Noise like that of a sensor: it compresses as badly as a photograph of that size. Each has bytes of its own behind its end. */
  async function makePhotographs(): Promise<Buffer[]> {
    const width = Math.round(Math.sqrt((megapixels * 4e6) / 3));
    const height = Math.round((width * 3) / 4);
    const raw = await sharp({
      create: {
        width,
        height,
        channels: 3,
        background: "#777",
        noise: { type: "gaussian", mean: 128, sigma: 28 },
      },
    })
      .blur(0.6)
      .raw()
      .toBuffer();
    const image = sharp(raw, { raw: { width, height, channels: 3 } });
    let best = Buffer.alloc(0);
    for (let quality = 60; quality <= 100 && best.length < megabytes * 1e6; quality += 4) {
      best = await image.clone().jpeg({ quality }).toBuffer();
    }
    return Array.from({ length: count }, () => Buffer.concat([best, randomBytes(16)]));
  }

  async function take(productId: string, upload: string): Promise<void> {
    const form = new URLSearchParams({ upload, name: `${upload}.jpg` });
    for (const id of dropped) form.append("dropped", id);
    for (;;) {
      const answer = await fetch(`${program.url}/admin/Products/${productId}/Media/Uploads`, {
        method: "POST",
        body: form,
        headers: {
          Origin: program.url,
          Cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join("; "),
        },
      });
      const text = await answer.text();
      if (answer.ok) return;
      // It waited its turn for half a minute; handing it over again is safe.
      if (answer.status !== 503) throw new Error(`${answer.status} ${text.slice(0, 200)}`);
      await setTimeout(1_000);
    }
  }
} finally {
  await disconnect();
  await program.stop();
  await removeFolder(program.dataDir);
}

function send(bytes: Buffer, objectName: string, token: string): Promise<void> {
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

function peakMib(): number {
  const status = readFileSync(`/proc/${program.pid}/status`, "utf8");
  return Math.round(Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) / 1024);
}

/** Asks for a page of the shop all the time. @returns a function that ends it and gives the median and the slowest, in ms */
function watchAnswers(): () => Promise<{ median: number; max: number }> {
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
