// Loaded before a program: shifts its Date by the milliseconds in the file SHIFT_FILE. Timers are unaffected. The shifted
// time is written to SHIFT_FILE with `.now` appended.
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
