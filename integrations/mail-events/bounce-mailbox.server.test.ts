import { createServer, type Socket } from "node:net";
import { afterEach, expect, test } from "vitest";
import { visitMailbox } from "./bounce-mailbox.server.ts";

let stop: (() => void) | undefined;
afterEach(() => stop?.());

/** A mail server that answers LOGIN and SELECT, and then writes pieces until the client closes the connection. */
async function endlessMailbox(piece: (turn: number) => Buffer | string, at = "UID FETCH") {
  let written = 0;
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    const flood = () => {
      for (let turn = 0; !socket.destroyed; turn++) {
        const bytes = piece(turn);
        written += bytes.length;
        if (!socket.write(bytes)) return void socket.once("drain", flood);
      }
    };
    socket.on("error", () => undefined);
    socket.write("* OK [CAPABILITY IMAP4rev1] ready\r\n");
    socket.on("data", (data) => {
      for (const line of data.toString("latin1").split("\r\n").filter(Boolean)) {
        const [tag, ...words] = line.split(" ");
        if (words.join(" ").toUpperCase().startsWith(at)) return flood();
        if (words[0] === "SELECT") {
          socket.write("* 3 EXISTS\r\n* OK [UIDVALIDITY 1] valid\r\n* OK [UIDNEXT 4] next\r\n");
        }
        socket.write(`${tag} OK done\r\n`);
      }
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  stop = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  return { url: `imap://pantulan:rahasia@127.0.0.1:${port}/INBOX`, written: () => written };
}

const visitor = {
  place: { uidValidity: "1", lastUid: 0 },
  take: async () => false,
  note: async () => undefined,
};
const limits = { milliseconds: 60_000, bytes: 1e12, mails: 1_000_000 };
const megabytes = 1024 * 1024;

test("a line without an end fails the visit within 64 megabytes", async () => {
  const line = Buffer.alloc(65_536, "a");
  const mailbox = await endlessMailbox((turn) => (turn === 0 ? "* OK " : line));
  await expect(visitMailbox(mailbox.url, visitor)).rejects.toThrow();
  expect(mailbox.written()).toBeLessThan(64 * megabytes);
});

test("an endless list of mails fails the visit", async () => {
  const mailbox = await endlessMailbox((turn) =>
    Array.from({ length: 1000 }, (_, n) => `* 1 FETCH (UID ${turn * 1000 + n + 1})\r\n`).join(""),
  );
  await expect(visitMailbox(mailbox.url, visitor, { ...limits, mails: 20_000 })).rejects.toThrow(
    /more than 20000 mails/,
  );
});

test("a visit that exceeds its bytes fails", async () => {
  const words = `* OK ${"a".repeat(1000)}\r\n`.repeat(100);
  const mailbox = await endlessMailbox(() => words);
  await expect(
    visitMailbox(mailbox.url, visitor, { ...limits, bytes: 10 * megabytes }),
  ).rejects.toThrow(/more than 10485760 bytes/);
});

test("a visit that exceeds its time fails, although the mailbox keeps answering", async () => {
  const mailbox = await endlessMailbox(() => "* OK still here\r\n", "LOGIN");
  await expect(
    visitMailbox(mailbox.url, visitor, { ...limits, milliseconds: 300 }),
  ).rejects.toThrow(/longer than 300 ms/);
});
