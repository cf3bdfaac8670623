import type { Duplex } from "node:stream";
import { expect, test } from "vitest";
import type { WebSocket } from "ws";
import { wireOf } from "./frames.ts";
import { Outbox } from "./outbox.ts";

/** A connection that records each write. */
function connection() {
  const writes: Buffer[] = [];
  const socket = { readyState: 1, OPEN: 1 };
  const stream = { writableLength: 0, write: (bytes: Buffer) => writes.push(bytes) };
  const outbox = new Outbox(socket as WebSocket, stream as unknown as Duplex);
  return { outbox, socket, writes };
}
const turn = () => new Promise((resolve) => setImmediate(resolve));
const frame = (text: string) => wireOf(text).frame;

test("messages of one event-loop turn are sent in one write, in order, and joined only once", async () => {
  const first = connection();
  const second = connection();
  const frames = [frame("satu"), frame("dua")];
  for (const one of frames) for (const { outbox } of [first, second]) outbox.add(one);
  expect(first.outbox.bufferedBytes).toBe(6 + 5);
  expect(first.writes).toEqual([]);
  await turn();
  expect(first.writes).toEqual([Buffer.concat(frames)]);
  expect(second.writes[0]).toBe(first.writes[0]);
  first.outbox.add(frame("tiga"));
  await turn();
  expect(first.writes[1]?.toString()).toContain("tiga");
  expect(second.writes).toHaveLength(1);
});

test("each connection gets its own messages", async () => {
  const first = connection();
  const second = connection();
  const shared = frame("sama");
  for (const { outbox } of [first, second]) outbox.add(shared);
  first.outbox.add(frame("pertama"));
  second.outbox.add(frame("kedua12"));
  await turn();
  expect(first.writes[0]?.toString()).toContain("pertama");
  expect(second.writes[0]?.toString()).toContain("kedua12");
});

test("nothing is sent after a close frame", async () => {
  const { outbox, socket, writes } = connection();
  outbox.add(frame("terlambat"));
  socket.readyState = 2;
  await turn();
  expect(writes).toEqual([]);
  expect(outbox.bufferedBytes).toBe(0);
});

test.each([
  [5, [0x81, 5]],
  [126, [0x81, 126, 0, 126]],
  [65_535, [0x81, 126, 255, 255]],
  [65_536, [0x81, 127, 0, 0, 0, 0, 0, 1, 0, 0]],
])("a text frame of %i bytes has the header of the protocol", (length, head) => {
  const { frame: bytes } = wireOf("a".repeat(length));
  expect([...bytes.subarray(0, head.length)]).toEqual(head);
  expect(bytes.length).toBe(head.length + length);
});
