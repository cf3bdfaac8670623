/** Reads a stream in pieces of a given size. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #buffered: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns up to `most` bytes that are available; none at the end */
  async readSome(most: number): Promise<Uint8Array> {
    while (this.#buffered.byteLength === 0) {
      const next = await this.#source.next();
      if (next.done) return new Uint8Array();
      this.#buffered = next.value;
    }
    const piece = this.#buffered.subarray(0, most);
    this.#buffered = this.#buffered.subarray(piece.byteLength);
    return piece;
  }

  /** @returns `size` bytes; fewer at the end of the stream */
  async read(size: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for (let left = size; left > 0; ) {
      const piece = await this.readSome(left);
      if (piece.byteLength === 0) break;
      pieces.push(piece);
      left -= piece.byteLength;
    }
    return Buffer.concat(pieces);
  }
}
