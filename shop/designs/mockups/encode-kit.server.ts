import sharp from "sharp";
import type { BakedKit } from "./bake-photo.ts";
import type { KitFacts } from "./kit.ts";

/** The file of a kit; see kit.ts. */
export async function encodeKit({ facts, map, light, rest }: BakedKit): Promise<Buffer> {
  const { size } = facts;
  const picture = (data: Uint8Array, height: number) =>
    sharp(data, { raw: { width: size, height, channels: 3 } });
  const pictures = await Promise.all([
    picture(map, 2 * size)
      .webp({ lossless: true, effort: 4 })
      .toBuffer(),
    picture(light, size).webp({ quality: 92, effort: 4 }).toBuffer(),
    picture(rest, size).webp({ quality: 92, effort: 4 }).toBuffer(),
  ]);
  const [mapLength = 0, lightLength = 0, restLength = 0] = pictures.map(({ length }) => length);
  const whole: KitFacts = { ...facts, bytes: [mapLength, lightLength, restLength] };
  const head = Buffer.from(JSON.stringify(whole));
  const length = Buffer.alloc(4);
  length.writeUInt32LE(head.length);
  return Buffer.concat([Buffer.from("KIT1"), length, head, ...pictures]);
}
