import { createServer } from "node:net";

export interface SmtpServer {
  readonly url: string;
  /** The text of each mail that it took. */
  readonly received: readonly string[];
  close(): void;
}

/** How one connection fails. */
export type SmtpFault = "busy" | "silent" | "dies_after_accepting";

/**
 * A mail server on a free port that records its mails.
 * @param options.greeting its first line; anything but 220 refuses
 * @param options.faults one for each of the first connections; then it works
 */
export async function startSmtpServer({
  greeting = "220 ready",
  faults = [],
}: {
  readonly greeting?: string;
  readonly faults?: readonly SmtpFault[];
} = {}): Promise<SmtpServer> {
  const received: string[] = [];
  const left = [...faults];
  const server = createServer((socket) => {
    const fault = left.shift();
    let inData = false;
    let data = "";
    socket.on("error", () => undefined);
    if (fault === "silent") {
      socket.destroy();
      return;
    }
    socket.write(fault === "busy" ? "421 busy\r\n" : `${greeting}\r\n`);
    socket.on("data", (bytes) => {
      if (inData) {
        data += bytes.toString();
        if (!data.endsWith("\r\n.\r\n")) return;
        received.push(data);
        inData = false;
        if (fault === "dies_after_accepting") socket.destroy();
        else socket.write("250 kept\r\n");
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
