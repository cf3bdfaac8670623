import { randomFillSync } from "node:crypto";
import sharp from "sharp";

/** Makes a PNG of about this many bytes. Its pixels are noise, which does not compress. */
export function photographOf(bytes: number): Promise<Buffer> {
  const side = Math.ceil(Math.sqrt(bytes / 3));
  return sharp(randomFillSync(Buffer.alloc(side * side * 3)), {
    raw: { width: side, height: side, channels: 3 },
  })
    .png({ compressionLevel: 0 })
    .toBuffer();
}
