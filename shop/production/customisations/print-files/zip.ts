import { crc32 } from "node:zlib";

/*
 * A ZIP archive of files that are compressed already, e.g. PDFs: each is stored as it is (APPNOTE 6.3, method 0), so that the
 * archive is sent while its files are made. Names are UTF-8. Up to 65,535 files of 4 GiB together.
 */

export interface ZippedFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** Names are UTF-8. */
const utf8Flag = 0x0800;
const version = 20;
/** 1 January 1980: the same files give the same archive. */
const date = (1 << 5) | 1;

/** The archive piece by piece. */
export async function* zip(
  files: AsyncIterable<ZippedFile>,
): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const entries: Buffer<ArrayBuffer>[] = [];
  let offset = 0;
  for await (const { name, bytes } of files) {
    const label = Buffer.from(name);
    const common = Buffer.alloc(26);
    common.writeUInt16LE(version, 0);
    common.writeUInt16LE(utf8Flag, 2);
    common.writeUInt16LE(date, 8);
    common.writeUInt32LE(crc32(bytes), 10);
    common.writeUInt32LE(bytes.byteLength, 14);
    common.writeUInt32LE(bytes.byteLength, 18);
    common.writeUInt16LE(label.byteLength, 22);
    const head = Buffer.concat([Buffer.from("PK\x03\x04", "latin1"), common, label]);
    yield head;
    yield Buffer.from(bytes);
    // The directory's entry: the maker's version, the same members, no comment, the file's place.
    const rest = Buffer.alloc(14);
    rest.writeUInt32LE(offset, 10);
    const made = Buffer.alloc(2);
    made.writeUInt16LE(version);
    entries.push(Buffer.concat([Buffer.from("PK\x01\x02", "latin1"), made, common, rest, label]));
    offset += head.byteLength + bytes.byteLength;
  }
  const directory = Buffer.concat(entries);
  const end = Buffer.alloc(22);
  end.write("PK\x05\x06", 0, "latin1");
  end.writeUInt16LE(entries.length, 8);
  end.writeUInt16LE(entries.length, 10);
  end.writeUInt32LE(directory.byteLength, 12);
  end.writeUInt32LE(offset, 16);
  yield directory;
  yield end;
}
