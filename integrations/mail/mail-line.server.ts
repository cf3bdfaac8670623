import { Readable } from "node:stream";
import addressparser from "nodemailer/lib/addressparser";
import { parseConnectionUrl } from "nodemailer/lib/shared";
import SMTPConnection from "nodemailer/lib/smtp-connection";
import { classifyHandOver, type HandOver, type HandOverEnd } from "./classify-reply.ts";

/** Milliseconds for reaching a server and for each of its replies. RFC 5321 asks for more; a slow server is tried again. */
const connectMs = 15_000;
const replyMs = 120_000;

/** A message's bytes, which remember whether anybody has begun to read them. */
class Body extends Readable {
  isRead = false;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    super();
    this.#bytes = bytes;
  }

  override _read(): void {
    this.isRead = true;
    this.push(this.#bytes);
    this.push(null);
  }
}

/** The server could not be reached, greeted badly or refused the login. */
export class MailLineError extends Error {
  readonly end: HandOverEnd;

  constructor(error: unknown, stage: HandOver["stage"]) {
    super(error instanceof Error ? error.message : "no connection", { cause: error });
    this.name = "MailLineError";
    this.end = classifyHandOver({ isRead: false, stage, reply: replyOf(error) });
  }
}

/**
 * One connection to a mail server that carries one message at a time. Unlike nodemailer's pool it never sends a message
 * twice and knows whether a byte of one has left (docs/why/mailing.md).
 */
export class MailLine {
  readonly #connection: SMTPConnection;
  #isOpen = true;
  #resetting: Promise<void> | undefined;

  private constructor(connection: SMTPConnection) {
    this.#connection = connection;
    connection.on("error", () => this.close());
    connection.once("end", () => {
      this.#isOpen = false;
    });
  }

  /**
   * Connects and signs in.
   * @param url as in the setting `SMTP_URL`
   * @throws MailLineError
   */
  static async open(url: string): Promise<MailLine> {
    const { auth, ...address } = parseConnectionUrl(url) as {
      auth?: { user: string; pass: string };
    };
    const connection = new SMTPConnection({
      connectionTimeout: connectMs,
      greetingTimeout: connectMs,
      socketTimeout: replyMs,
      socketCloseTimeout: 1_000,
      ...address,
    });
    await new Promise<void>((resolve, reject) => {
      const fail = (error: unknown) => {
        connection.close();
        reject(new MailLineError(error, "connect"));
      };
      connection.once("error", fail);
      connection.connect((error) => {
        if (error) return fail(error);
        connection.removeListener("error", fail);
        resolve();
      });
    });
    const line = new MailLine(connection);
    if (auth) {
      await new Promise<void>((resolve, reject) =>
        connection.login({ credentials: auth }, (error) => {
          if (!error) return resolve();
          line.close();
          reject(new MailLineError(error, "login"));
        }),
      );
    }
    return line;
  }

  /** False once the server or an error has ended the connection. */
  get isOpen(): boolean {
    return this.#isOpen;
  }

  /** Hands one message over and waits for the server's word. Never throws. */
  async handOver(
    envelope: { readonly from: string; readonly to: string },
    message: Buffer,
  ): Promise<HandOverEnd> {
    await this.#resetting;
    if (!this.#isOpen) return { state: "pending" };
    const body = new Body(message);
    const sized = { from: envelope.from, to: [envelope.to], size: message.byteLength };
    const end = await new Promise<HandOver>((resolve) => {
      this.#connection.send(sized, body, (error, info) => {
        const { isRead } = body;
        if (!error && info) resolve({ isRead, stage: "body", reply: info.response });
        else resolve({ isRead, stage: stageOf(error, isRead), reply: replyOf(error) });
      });
    });
    const classified = classifyHandOver(end);
    // The state of a connection that broke or answered nothing is unknown; after a refusal it serves the next message.
    if (end.reply === undefined || end.stage === "connect") this.close();
    else if (classified.state !== "accepted") this.#resetting = this.#reset();
    return classified;
  }

  /** Ends the transaction that a refusal leaves open: strict servers refuse the next one otherwise. */
  #reset(): Promise<void> {
    return new Promise((resolve) => {
      const done = () => {
        this.#connection.removeListener("end", done);
        resolve();
      };
      // A connection that breaks meanwhile calls nothing back.
      this.#connection.once("end", done);
      this.#connection.reset((error) => {
        if (error) this.close();
        done();
      });
    });
  }

  /** Ends the conversation politely. */
  quit(): void {
    if (!this.#isOpen) return;
    this.#isOpen = false;
    this.#connection.quit();
  }

  close(): void {
    this.#isOpen = false;
    this.#connection.close();
  }
}

interface SmtpError {
  readonly code?: string;
  readonly command?: string;
  readonly response?: unknown;
}

function replyOf(error: unknown): string | undefined {
  const { response } = (error ?? {}) as SmtpError;
  return typeof response === "string" ? response : undefined;
}

function stageOf(error: unknown, isRead: boolean): HandOver["stage"] {
  const { code, command = "" } = (error ?? {}) as SmtpError;
  if (isRead) return "body";
  if (command === "RCPT TO") return "rcpt";
  if (command === "MAIL FROM") return "mail";
  if (command === "DATA") return "data";
  if (command.startsWith("AUTH")) return "login";
  if (command === "API" && code === "EENVELOPE") return "local";
  return "connect";
}

/** The address alone of a sender, e.g. of `Toko <kabar@shop.example>`. @throws TypeError when there is none */
export function addressOf(sender: string): string {
  const [first] = addressparser(sender, { flatten: true });
  if (!first?.address) throw new TypeError("the sender has no address");
  return first.address;
}
