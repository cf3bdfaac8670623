import { randomBytes } from "node:crypto";
import sharp from "sharp";
import { runUploadProcess } from "#shop/designs/uploads/run-upload-process.server.ts";

/*
 * How long pictures for designs take: `node bench/ingest.ts [megapixels] [rounds]`. The aim is 2 s for 24 megapixels. The
 * photograph is noise of 1/8 of its size enlarged, so that it compresses about as a real one does.
 */
const megapixels = Number(process.argv[2] ?? 24);
const rounds = Number(process.argv[3] ?? 5);
const width = Math.round(Math.sqrt((megapixels * 1e6 * 3) / 2));
const height = Math.round((width * 2) / 3);
const [w, h] = [Math.round(width / 8), Math.round(height / 8)];
const noise = sharp(randomBytes(w * h * 3), { raw: { width: w, height: h, channels: 3 } });
const photograph = await noise
  .resize(width, height)
  .jpeg({ quality: 90 })
  .withMetadata({ orientation: 6 })
  .toBuffer();

const seconds: number[] = [];
for (let round = 0; round < rounds; round++) {
  const start = performance.now();
  const converted = await runUploadProcess(photograph);
  if (!converted.ok) throw new Error(converted.problem);
  seconds.push((performance.now() - start) / 1000);
}
seconds.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    width,
    height,
    bytes: photograph.byteLength,
    medianSeconds: Number(seconds[Math.floor(rounds / 2)]?.toFixed(2)),
    worstSeconds: Number(seconds.at(-1)?.toFixed(2)),
  }),
);
