import { createHash } from "node:crypto";
import { SMTPServer, type SMTPServerSession } from "smtp-server";

/** What the sink does to one attempt. A reply is a code, an enhanced code and a text, e.g. `550 5.1.1 no such mailbox`. */
export type SinkAct =
  | { readonly at: "connect" | "mail" | "rcpt" | "dot"; readonly reply: string }
  | { readonly drop: "before_data" | "in_body" | "after_dot" }
  /** Answers the whole message so many milliseconds late. */
  | { readonly lateMs: number };

/** What the sink knows of a message that it read to the end or in part. */
export interface SinkBody {
  /** Of the envelope. */
  readonly from: string;
  readonly to: string;
  readonly messageId: string;
  /** dropped: the sink read the message and answered nothing. */
  readonly end: "accepted" | "refused" | "dropped";
}

export interface SmtpSink {
  readonly url: string;
  /** Every message of which the sink read the whole body, in the order of arrival. */
  readonly bodies: readonly SinkBody[];
  /** The newest messages as received, at most `keep`. */
  readonly texts: readonly string[];
  /** Moments, in milliseconds of `performance.now()`, at which bodies were complete. */
  readonly times: readonly number[];
  close(): Promise<void>;
}

export interface SinkOptions {
  /** @param nth which attempt at this address it is, from 1; at `connect` the address is empty and `nth` counts connections */
  readonly script?: (to: string, nth: number) => SinkAct | undefined;
  /** Messages whose text is remembered. */
  readonly keep?: number;
}

class Reply extends Error {
  readonly responseCode: number;

  constructor(reply: string) {
    super(reply.slice(4));
    this.responseCode = Number(reply.slice(0, 3));
  }
}

/** A mail server on a free port that counts the bodies of each recipient and fails as its script says. */
export async function startSmtpSink({ script, keep = 0 }: SinkOptions = {}): Promise<SmtpSink> {
  const bodies: SinkBody[] = [];
  const texts: string[] = [];
  const times: number[] = [];
  const attempts = new Map<string, number>();
  const acts = new Map<string, SinkAct | undefined>();

  const nextAct = (to: string): SinkAct | undefined => {
    const nth = (attempts.get(to) ?? 0) + 1;
    attempts.set(to, nth);
    return script?.(to, nth);
  };
  const drop = ({ id }: SMTPServerSession) => {
    for (const connection of server.connections) {
      if (connection.session.id === id) connection._socket?.destroy();
    }
  };
  const replyAt = (at: "connect" | "mail" | "rcpt" | "dot", act: SinkAct | undefined) =>
    act && "at" in act && act.at === at ? new Reply(act.reply) : undefined;

  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ["STARTTLS"],
    disableReverseLookup: true,
    logger: false,
    socketTimeout: 120_000,
    closeTimeout: 100,
    onConnect(_, done) {
      done(replyAt("connect", nextAct("")));
    },
    onMailFrom(_, __, done) {
      done(null);
    },
    onRcptTo({ address }, session, done) {
      const act = nextAct(address);
      acts.set(session.id, act);
      if (act && "drop" in act && act.drop === "before_data") {
        drop(session);
        return;
      }
      done(replyAt("mail", act) ?? replyAt("rcpt", act));
    },
    onData(stream, session, done) {
      const act = acts.get(session.id);
      const to = session.envelope.rcptTo[0]?.address ?? "";
      const { mailFrom } = session.envelope;
      const from = mailFrom ? mailFrom.address : "";
      const chunks: Buffer[] = [];
      const isDropped = act !== undefined && "drop" in act;
      if (isDropped && act.drop === "in_body") {
        stream.once("data", () => drop(session));
        return;
      }
      stream.on("data", (chunk: Buffer) => chunks.push(chunk));
      stream.on("end", () => {
        const text = Buffer.concat(chunks).toString("utf8");
        const reply = replyAt("dot", act);
        const end = isDropped ? "dropped" : reply ? "refused" : "accepted";
        bodies.push({ from, to, messageId: idOf(text), end });
        times.push(performance.now());
        if (keep > 0) {
          texts.push(text);
          if (texts.length > keep) texts.shift();
        }
        if (isDropped) drop(session);
        else if (act && "lateMs" in act) setTimeout(() => done(null, "2.0.0 taken"), act.lateMs);
        else if (reply) done(reply);
        else done(null, "2.0.0 taken");
      });
    },
  });
  server.on("error", () => undefined);
  const listening = server.listen(0, "127.0.0.1");
  await new Promise((resolve) => listening.once("listening", resolve));
  const address = listening.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  return {
    url: `smtp://127.0.0.1:${address.port}?ignoreTLS=true`,
    bodies,
    texts,
    times,
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

function idOf(text: string): string {
  const [, id] = /^Message-ID: *(\S+)/im.exec(text) ?? [];
  // A copy: a piece of the text would keep all of it in memory.
  return id ? Buffer.from(id).toString() : createHash("sha256").update(text).digest("hex");
}
