import sharp from "sharp";
import { createKit, type Kit, type RawPicture, readKitFile } from "./kit.ts";

/** Decodes the file of a kit. @throws RangeError where it is none */
export async function decodeKit(bytes: Uint8Array<ArrayBuffer>): Promise<Kit> {
  const { facts, map, light, rest } = readKitFile(bytes);
  const pictures = await Promise.all([map, light, rest].map(decode));
  const [decodedMap, decodedLight, decodedRest] = pictures as [RawPicture, RawPicture, RawPicture];
  return createKit(facts, { map: decodedMap, light: decodedLight, rest: decodedRest });
}

async function decode(picture: Uint8Array): Promise<RawPicture> {
  const data = await sharp(picture).removeAlpha().raw().toBuffer();
  return { data, channels: 3 };
}
