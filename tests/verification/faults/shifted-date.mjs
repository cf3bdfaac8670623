// Loaded before a program: its Date goes wrong by as many milliseconds as the file SHIFT_FILE says. Timers do not. What it
// says now is written beside that file.
import { readFileSync, writeFileSync } from "node:fs";

const RealDate = Date;
const file = process.env.SHIFT_FILE;
let shift = 0;
function read() {
  const wanted = Number(readFileSync(file, "utf8")) || 0;
  if (wanted === shift) return;
  shift = wanted;
  writeFileSync(`${file}.now`, String(Date.now()));
}
setInterval(read, 20).unref();

globalThis.Date = class extends RealDate {
  constructor(...parts) {
    super(...(parts.length === 0 ? [RealDate.now() + shift] : parts));
  }
  static now() {
    return RealDate.now() + shift;
  }
};

read();
