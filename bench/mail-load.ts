import { Agent } from "node:http";
import { linkToken } from "#shop/consent/link-token.server.ts";
import { openLoop, post, summaryOf } from "./open-loop.ts";
import type { Arrived } from "./sink-process.ts";

export interface Recipient {
  readonly id: string;
  readonly email: string;
}

/** What is sent to the program, and what it answered. */
export class MailLoad {
  /** When the stop, the bounce or the complaint of a recipient was answered, in milliseconds since 1970. */
  readonly answeredAt = new Map<string, number>();
  readonly stopped = new Set<string>();
  readonly bounced = new Set<string>();
  readonly complained = new Set<string>();
  readonly events = new Set<string>();
  delivered = 0;
  readonly #url: string;
  readonly #secret: string;
  readonly #agent = new Agent({ keepAlive: true, maxSockets: 64 });
  readonly #untouched: Recipient[];
  readonly #arrived: readonly Arrived[];
  #newest = "";

  constructor(
    program: { readonly url: string; readonly secret: string },
    untouched: Recipient[],
    arrived: readonly Arrived[],
  ) {
    this.#url = program.url;
    this.#secret = program.secret;
    this.#untouched = untouched;
    this.#arrived = arrived;
  }

  /** Both at their rates for so long. */
  async phase(stopsPerSecond: number, eventsPerSecond: number, forMs: number) {
    const [stops, events] = await Promise.all([
      openLoop(stopsPerSecond, forMs, () => this.#stop()),
      openLoop(eventsPerSecond, forMs, (nth) => this.#event(nth)),
      new Promise((resolve) => setTimeout(resolve, forMs)),
    ]);
    return {
      ...(stops.length > 0 ? { stops: summaryOf(stops) } : {}),
      ...(events.length > 0 ? { events: summaryOf(events) } : {}),
    };
  }

  close(): void {
    this.#agent.destroy();
  }

  #next(): Recipient {
    const recipient = this.#untouched.pop();
    if (!recipient) throw new Error("too few recipients for this load");
    return recipient;
  }

  /** As the button of a mail program. */
  async #stop(): Promise<number> {
    const { id } = this.#next();
    const url = `${this.#url}/api/unsubscribe/${linkToken(id)}/news`;
    const status = await post(this.#agent, url, "List-Unsubscribe=One-Click", form);
    this.#note(id, status, this.stopped);
    return status;
  }

  /** Of twenty events five deliveries, three bounces, one repetition, and delays; now and then a complaint. */
  #event(nth: number): Promise<number> {
    if (nth % 20 === 19 && this.#newest !== "") return this.#report(this.#newest);
    const id = crypto.randomUUID();
    if (nth % 500 === 7) return this.#reportOf(id, "complained", this.complained);
    if (nth % 20 < 3) return this.#reportOf(id, "bounced", this.bounced);
    const mail = this.#arrived[this.delivered];
    if (nth % 4 === 3 && mail) {
      this.delivered++;
      return this.#report(eventOf({ id, kind: "delivered", message_id: mail.messageId }));
    }
    const { messageId } = this.#arrived[nth % Math.max(1, this.#arrived.length)] ?? {};
    return this.#report(
      eventOf({
        id,
        kind: "deferred",
        code: "4.2.2",
        ...(messageId ? { message_id: messageId } : {}),
      }),
    );
  }

  async #reportOf(id: string, kind: "bounced" | "complained", noted: Set<string>): Promise<number> {
    const { id: recipient, email } = this.#next();
    const event = eventOf({ id, kind, address: email, permanent: true, code: "5.1.1" });
    const status = await this.#report(event);
    this.#note(recipient, status, noted);
    return status;
  }

  /** What failed may or may not have been done. */
  #note(recipient: string, status: number, noted: Set<string>): void {
    if (status !== 200) return;
    noted.add(recipient);
    this.answeredAt.set(recipient, Date.now());
  }

  #report(body: string): Promise<number> {
    this.#newest = body;
    // One about nobody is not kept.
    if (/"(address|message_id)"/.test(body))
      this.events.add(/"id":"([^"]+)"/.exec(body)?.[1] ?? "");
    return post(this.#agent, `${this.#url}/webhooks/mail/generic?key=${this.#secret}`, body, json);
  }
}

const form = "application/x-www-form-urlencoded";
const json = "application/json";

function eventOf(event: Readonly<Record<string, unknown>>): string {
  return JSON.stringify({ events: [event] });
}
