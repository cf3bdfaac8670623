import { createServer } from "node:net";

export interface SmtpServer {
  readonly url: string;
  /** The text of each mail that it took. */
  readonly received: readonly string[];
  close(): void;
}

/** A mail server on a free port that records its mails. @param greeting its first line; anything but 220 refuses */
export async function startSmtpServer(greeting = "220 ready"): Promise<SmtpServer> {
  const received: string[] = [];
  const server = createServer((socket) => {
    let inData = false;
    let data = "";
    socket.on("error", () => undefined);
    socket.write(`${greeting}\r\n`);
    socket.on("data", (bytes) => {
      if (inData) {
        data += bytes.toString();
        if (!data.endsWith("\r\n.\r\n")) return;
        received.push(data);
        inData = false;
        socket.write("250 kept\r\n");
        return;
      }
      const command = bytes.toString().slice(0, 4).toUpperCase();
      if (command === "DATA") {
        inData = true;
        data = "";
        socket.write("354 go on\r\n");
      } else if (command === "QUIT") socket.end("221 bye\r\n");
      else socket.write("250 ok\r\n");
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `smtp://127.0.0.1:${address.port}?ignoreTLS=true`,
    received,
    close: () => server.close(),
  };
}
