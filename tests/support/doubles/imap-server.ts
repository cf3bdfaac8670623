import { createServer, type Socket } from "node:net";

/** A mail in the double's inbox. */
export interface StoredMail {
  readonly uid: number;
  readonly text: string;
}

export interface ImapDouble {
  readonly url: string;
  /** Mails by folder. */
  readonly folders: Map<string, StoredMail[]>;
  /** Every command as it was received, without its tag. */
  readonly commands: string[];
  /** Changes how the server numbers mails. */
  setValidity(validity: number): void;
  close(): Promise<void>;
}

interface Behaviour {
  readonly password?: string;
  /** What it can do besides IMAP4rev1. */
  readonly capabilities?: readonly string[];
  /** Ends the connection when this command comes. */
  readonly dropAt?: RegExp;
}

/**
 * A mailbox that speaks as much of IMAP4rev1 (RFC 3501), MOVE (RFC 6851) and UIDPLUS (RFC 4315) as a reader needs, over plain TCP.
 * It is no real server: what it answers is written after the examples of these documents.
 */
export async function startImapDouble({
  password = "rahasia",
  capabilities = ["MOVE", "UIDPLUS"],
  dropAt,
}: Behaviour = {}): Promise<ImapDouble> {
  const folders = new Map<string, StoredMail[]>([["INBOX", []]]);
  const commands: string[] = [];
  let validity = 1;
  const server = createServer((socket) => serve(socket));
  const listed = ["IMAP4rev1", ...capabilities].join(" ");

  function serve(socket: Socket): void {
    let buffer = "";
    let selected = "";
    const say = (line: string) => socket.write(`${line}\r\n`, "latin1");
    socket.on("error", () => undefined);
    say(`* OK [CAPABILITY ${listed}] ready`);
    socket.on("data", (data) => {
      buffer += data.toString("latin1");
      for (;;) {
        const end = buffer.indexOf("\r\n");
        if (end < 0) return;
        const line = buffer.slice(0, end);
        buffer = buffer.slice(end + 2);
        const [, tag = "", command = ""] = /^(\S+) (.*)$/.exec(line) ?? [];
        commands.push(command);
        if (dropAt?.test(command)) return void socket.destroy();
        const done = answer(command, say, selected);
        if (done.selected !== undefined) selected = done.selected;
        say(`${tag} ${done.status}`);
        if (/^LOGOUT/i.test(command)) socket.end();
      }
    });
  }

  const unquoted = (text: string) => text.replace(/^"(.*)"$/, "$1");

  function answer(
    command: string,
    say: (line: string) => void,
    selected: string,
  ): { status: string; selected?: string } {
    const [verb = "", ...args] = command.split(" ");
    const mails = folders.get(selected) ?? [];
    switch (verb.toUpperCase()) {
      case "CAPABILITY":
        say(`* CAPABILITY ${listed}`);
        return { status: "OK" };
      case "LOGIN":
        return unquoted(args[1] ?? "") === password
          ? { status: `OK [CAPABILITY ${listed}] welcome` }
          : { status: "NO [AUTHENTICATIONFAILED] wrong" };
      case "LIST":
      case "LSUB":
        // The empty name asks for the delimiter.
        if (args.at(-1) === '""') say(`* ${verb.toUpperCase()} (\\Noselect) "/" ""`);
        else for (const name of folders.keys()) say(`* ${verb.toUpperCase()} () "/" "${name}"`);
        return { status: "OK" };
      case "CREATE": {
        const name = unquoted(args.join(" "));
        if (folders.has(name)) return { status: "NO [ALREADYEXISTS] it is there" };
        folders.set(name, []);
        return { status: "OK" };
      }
      case "SELECT":
      case "EXAMINE": {
        const name = unquoted(args[0] ?? "");
        const found = folders.get(name);
        if (!found) return { status: "NO no such folder" };
        say(`* ${found.length} EXISTS`);
        say("* FLAGS (\\Seen \\Deleted)");
        say(`* OK [UIDVALIDITY ${validity}] valid`);
        say(`* OK [UIDNEXT ${Math.max(0, ...found.map(({ uid }) => uid)) + 1}] next`);
        return { status: "OK [READ-WRITE] open", selected: name };
      }
      case "UID":
        return byUid(args, say, mails);
      case "NOOP":
      case "SUBSCRIBE":
      case "UNSELECT":
      case "CLOSE":
        return { status: "OK" };
      case "LOGOUT":
        say("* BYE");
        return { status: "OK" };
      default:
        return { status: "BAD unknown" };
    }
  }

  function byUid(
    [verb = "", range = "", ...rest]: string[],
    say: (line: string) => void,
    mails: StoredMail[],
  ): { status: string } {
    const [from = "1", to = from] = range.split(":");
    const last = Math.max(0, ...mails.map(({ uid }) => uid));
    // `n:*` has the last mail whatever n is.
    const [low, high] =
      to === "*" ? [Math.min(Number(from), last), last] : [Number(from), Number(to)];
    const wanted = mails.filter(({ uid }) => uid >= low && uid <= high);
    const text = rest.join(" ");
    if (verb.toUpperCase() === "FETCH") {
      for (const { uid, text: source } of wanted) {
        const place = mails.findIndex((mail) => mail.uid === uid) + 1;
        const [, length] = /BODY\.PEEK\[\]<0\.(\d+)>/i.exec(text) ?? [];
        if (length) {
          const body = source.slice(0, Number(length));
          say(`* ${place} FETCH (UID ${uid} BODY[]<0> {${body.length}}\r\n${body})`);
        } else say(`* ${place} FETCH (UID ${uid})`);
      }
      return { status: "OK" };
    }
    if (verb.toUpperCase() === "MOVE" && capabilities.includes("MOVE")) {
      const target = folders.get(unquoted(text));
      if (!target) return { status: "NO [TRYCREATE] no such folder" };
      for (const mail of wanted) {
        const place = mails.indexOf(mail);
        target.push({ uid: target.length + 1, text: mail.text });
        mails.splice(place, 1);
        say(`* OK [COPYUID ${validity} ${mail.uid} ${target.length}] moved`);
        say(`* ${place + 1} EXPUNGE`);
      }
      return { status: "OK" };
    }
    return { status: "BAD unknown" };
  }

  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  const port = typeof address === "object" && address ? address.port : 0;
  return {
    folders,
    commands,
    url: `imap://pantulan:${password}@127.0.0.1:${port}/INBOX`,
    setValidity: (next) => {
      validity = next;
    },
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}
