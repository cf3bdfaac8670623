/** Reads a stream in pieces of a wanted size. */
export class ByteReader {
  readonly #source: AsyncIterator<Uint8Array>;
  #held: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>) {
    this.#source = source[Symbol.asyncIterator]();
  }

  /** @returns up to `most` bytes as they arrive; none at the end */
  async some(most: number): Promise<Uint8Array> {
    while (this.#held.byteLength === 0) {
      const next = await this.#source.next();
      if (next.done) return new Uint8Array();
      this.#held = next.value;
    }
    const piece = this.#held.subarray(0, most);
    this.#held = this.#held.subarray(piece.byteLength);
    return piece;
  }

  /** @returns `size` bytes; fewer at the end of the stream */
  async read(size: number): Promise<Buffer> {
    const pieces: Uint8Array[] = [];
    for (let left = size; left > 0; ) {
      const piece = await this.some(left);
      if (piece.byteLength === 0) break;
      pieces.push(piece);
      left -= piece.byteLength;
    }
    return Buffer.concat(pieces);
  }
}
