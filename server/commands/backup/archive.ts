import { createReadStream } from "node:fs";
import { mkdir, open, readFile } from "node:fs/promises";
import path from "node:path";
import { ByteReader } from "./byte-reader.ts";
import { manifestFile, parseManifest } from "./manifest.ts";

/* Stream format of a backup: the length of the manifest in four bytes, the manifest, and its files in order. */

/** Maximum size of a manifest in bytes; a million files take about 150 MB. */
const maxManifestBytes = 512 * 2 ** 20;

export async function* pack(folder: string): AsyncGenerator<Uint8Array, void> {
  const text = await readFile(path.join(folder, manifestFile));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(text.length);
  yield length;
  yield text;
  for (const file of parseManifest(text.toString(), folder).files) {
    let size = 0;
    for await (const piece of createReadStream(path.join(folder, file.path))) {
      size += (piece as Buffer).length;
      yield piece as Buffer;
    }
    if (size !== file.size) throw new Error(`${file.path} has changed`);
  }
}

/** Extracts the files of a packed backup. `restore` verifies their checksums. @throws Error when the stream is truncated */
export async function unpack(source: AsyncIterable<Uint8Array>, folder: string): Promise<void> {
  const reader = new ByteReader(source);
  const length = (await reader.read(4)).readUInt32BE();
  if (length > maxManifestBytes) throw new Error("its list of files is too long");
  const text = (await reader.read(length)).toString();
  for (const { path: name, size } of parseManifest(text, "the archive").files) {
    const place = path.join(folder, name);
    await mkdir(path.dirname(place), { recursive: true, mode: 0o700 });
    const file = await open(place, "wx", 0o600);
    try {
      for (let left = size; left > 0; ) {
        const piece = await reader.readSome(left);
        if (piece.byteLength === 0) throw new Error(`${name} is cut`);
        await file.writeFile(piece);
        left -= piece.byteLength;
      }
    } finally {
      await file.close();
    }
  }
  // Written last: a folder without a manifest is an incomplete backup.
  const manifest = await open(path.join(folder, manifestFile), "wx", 0o600);
  await manifest.writeFile(text).finally(() => manifest.close());
}
