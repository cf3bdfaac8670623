import type { ImapFlow } from "imapflow";
import { maxMessageBytes } from "./mime-parts.ts";

/** Milliseconds for one answer of the mailbox. */
const timeoutMs = 30_000;
/** Mails of one visit: the next one goes on behind them. */
const maxMails = 200;
/** Bytes of one line of the mailbox, which is buffered whole. */
const maxLineBytes = 1024 * 1024;
/** Milliseconds between two checks of a visit's limits. */
const checkMs = 200;

/** What one visit may use. The mailbox may belong to a provider that is broken or hostile. */
interface VisitLimits {
  /** Less than the lease of the mailbox. */
  readonly milliseconds: number;
  /** Received bytes. */
  readonly bytes: number;
  /** Mails with a UID above the last one that was read. */
  readonly mails: number;
}

const defaultLimits: VisitLimits = {
  milliseconds: 5 * 60_000,
  bytes: 2 * maxMails * maxMessageBytes,
  mails: 1_000_000,
};

/** Where mails go that were the shop's. */
const handledFolder = "Etalase";

/** How far a mailbox is read. A server that gives it another validity has numbered its mails anew. */
export interface MailboxPlace {
  readonly uidValidity: string;
  readonly lastUid: number;
}

interface Visitor {
  /** Where the visit before ended. */
  readonly place: MailboxPlace;
  /** Reads one mail, at most its first megabyte. @returns whether it was the shop's */
  readonly take: (message: Uint8Array) => Promise<boolean>;
  /** Called behind each mail. */
  readonly note: (place: MailboxPlace) => Promise<void>;
}

/** The name under which a mailbox is remembered: without its password. @param address of MAIL_BOUNCES */
export function mailboxName(address: string): string {
  const { host, username } = new URL(address);
  return `${decodeURIComponent(username)}@${host}/${folderOf(address)}`;
}

function folderOf(address: string): string {
  return decodeURIComponent(new URL(address).pathname.slice(1)) || "INBOX";
}

/**
 * Reads what is new in the mailbox of bounces. The shop's mails are moved to the folder `Etalase`; every other mail stays as it is:
 * not marked as read, not moved, not deleted. A server that can only copy and delete gets nothing moved: it might delete others.
 * @param address `imaps://user:password@host/folder`; the folder is INBOX by default
 * @throws Error when the mailbox cannot be reached, refuses the login or exceeds a limit
 */
export async function visitMailbox(
  address: string,
  visitor: Visitor,
  limits: VisitLimits = defaultLimits,
): Promise<void> {
  // Loaded by shops that have such a mailbox alone.
  const { ImapFlow: Client } = await import("imapflow");
  const { hostname, port, username, password, protocol } = new URL(address);
  const client = new Client({
    host: hostname,
    port: Number(port) || 993,
    secure: protocol === "imaps:",
    auth: { user: decodeURIComponent(username), pass: decodeURIComponent(password) },
    logger: false,
    disableAutoIdle: true,
    connectionTimeout: timeoutMs,
    greetingTimeout: timeoutMs,
    socketTimeout: timeoutMs,
    maxLineLength: maxLineBytes,
    maxLiteralSize: maxMessageBytes,
    maxResponseSize: maxMessageBytes + maxLineBytes,
  });
  // What fails fails the command that is under way, which throws.
  client.on("error", () => undefined);
  const guard = guardVisit(client, limits);
  try {
    await Promise.race([
      guard.exceeded,
      (async () => {
        await client.connect();
        await read(client, folderOf(address), visitor, limits.mails);
        await client.logout();
      })(),
    ]);
  } finally {
    guard.end();
    client.close();
  }
}

/** `exceeded` rejects when the visit exceeds its time or its bytes; the connection is then closed. */
function guardVisit(
  client: ImapFlow,
  { milliseconds, bytes }: VisitLimits,
): { exceeded: Promise<never>; end(): void } {
  const { promise, reject } = Promise.withResolvers<never>();
  const began = performance.now();
  const timer = setInterval(() => {
    const isLate = performance.now() - began > milliseconds;
    if (!isLate && client.stats().received <= bytes) return;
    clearInterval(timer);
    const limit = isLate ? `took longer than ${milliseconds} ms` : `sent more than ${bytes} bytes`;
    reject(new Error(`the visit of the mailbox was ended: it ${limit}`));
    client.close();
  }, checkMs);
  return { exceeded: promise, end: () => clearInterval(timer) };
}

async function read(
  client: ImapFlow,
  folder: string,
  { place, take, note }: Visitor,
  maxListed: number,
): Promise<void> {
  const mailbox = await client.mailboxOpen(folder);
  const uidValidity = String(mailbox.uidValidity);
  const lastUid = place.uidValidity === uidValidity ? place.lastUid : 0;
  const uids: number[] = [];
  // The range always has the last mail, also when it was read before.
  if (mailbox.exists > 0) {
    for await (const { uid } of client.fetch(`${lastUid + 1}:*`, { uid: true }, { uid: true })) {
      if (uid > lastUid) uids.push(uid);
      if (uids.length > maxListed)
        throw new Error(`the mailbox lists more than ${maxListed} mails`);
    }
  }
  const canMove = client.capabilities.has("MOVE") || client.capabilities.has("UIDPLUS");
  let hasFolder = false;
  for (const uid of uids.sort((a, b) => a - b).slice(0, maxMails)) {
    // Peeks: the mail stays unread.
    const mail = await client.fetchOne(
      String(uid),
      { uid: true, source: { start: 0, maxLength: maxMessageBytes } },
      { uid: true },
    );
    const source = mail ? mail.source : undefined;
    if (source && (await take(source)) && canMove) {
      if (!hasFolder) await client.mailboxCreate(handledFolder);
      hasFolder = true;
      const moved = await client.messageMove(String(uid), handledFolder, { uid: true });
      // The next visit tries it again.
      if (!moved) throw new Error(`the mailbox did not move a mail to ${handledFolder}`);
    }
    await note({ uidValidity, lastUid: uid });
  }
  if (uids.length === 0) await note({ uidValidity, lastUid });
}
