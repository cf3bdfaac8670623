import { Agent, request } from "node:https";
import type { SeededRandom } from "#db/seed/deterministic.ts";

/** What the visitors saw. */
export interface Seen {
  pages: number;
  assets: number;
  /** Requests that failed, with their reasons: each answer above 399, and each connection that ended early. */
  readonly failures: Map<string, number>;
}

interface Due {
  /** From `performance.now()`. */
  readonly at: number;
  readonly path: string;
  readonly from: string;
}

const paths = ["/", "/Shop", "/en", "/en/Shop", "/Faq", "/Cart", "/item/mug-ngopi-dulu"];
/** Milliseconds after which an open page asks for its last script: a page that was opened before the release. */
const maxOpenMs = 20_000;

/** Requests that wait for their answers; a machine that other work slows down gets fewer requests instead of a heap of them. */
const maxWaiting = 40;

/**
 * Many people who open pages at a steady pace, each with an address of their own and an empty cache. A page's assets are
 * asked for soon, and some of them much later.
 */
export class Visitors {
  readonly seen: Seen = { pages: 0, assets: 0, failures: new Map() };
  private readonly url: string;
  private readonly random: SeededRandom;
  private readonly agent: Agent;
  private readonly due: Due[] = [];
  private readonly running = new Set<Promise<void>>();
  private timer: NodeJS.Timeout | undefined;

  constructor(url: string, certificate: string, random: SeededRandom) {
    this.url = url;
    this.random = random;
    this.agent = new Agent({ keepAlive: true, maxSockets: 64, ca: certificate });
  }

  /** @param rate requests a second */
  start(rate: number): void {
    const began = performance.now();
    let sent = 0;
    this.timer = setInterval(() => {
      for (const owed = ((performance.now() - began) / 1000) * rate; sent < owed; sent++) {
        if (this.running.size >= maxWaiting) continue;
        const one = this.next();
        this.running.add(one);
        void one.finally(() => this.running.delete(one));
      }
    }, 10);
  }

  /** Waits for what was asked, and asks for the scripts of every page that is still open. */
  async stop(): Promise<void> {
    clearInterval(this.timer);
    await Promise.all(this.running);
    for (const { path, from } of this.due.splice(0)) await this.fetch(path, from);
    this.agent.destroy();
  }

  private async next(): Promise<void> {
    const now = performance.now();
    const index = this.due.findIndex(({ at }) => at <= now);
    const [asset] = index < 0 ? [] : this.due.splice(index, 1);
    if (asset) {
      this.seen.assets++;
      await this.fetch(asset.path, asset.from);
      return;
    }
    this.seen.pages++;
    const from = `36.${this.random.whole(64, 95)}.${this.random.whole(0, 255)}.${this.random.whole(1, 254)}`;
    const page = await this.fetch(this.random.pick(paths), from);
    const assets = new Set(page?.match(/\/assets\/[\w.-]+\.(?:js|css|woff2)/g));
    for (const path of assets) {
      const isLate = this.random.next() < 0.2;
      const wait = isLate ? this.random.next() * maxOpenMs : this.random.next() * 500;
      this.due.push({ at: performance.now() + wait, path, from });
    }
  }

  /** @returns the body, unless the request failed */
  private fetch(path: string, from: string): Promise<string | undefined> {
    const kind = path.startsWith("/assets/") ? "asset" : path;
    return new Promise((resolve) => {
      const fail = (reason: string) => {
        const failure = `${kind}: ${reason}`;
        this.seen.failures.set(failure, (this.seen.failures.get(failure) ?? 0) + 1);
        resolve(undefined);
      };
      const asked = request(
        `${this.url}${path}`,
        {
          agent: this.agent,
          headers: { "X-Forwarded-For": from, "Accept-Encoding": "identity" },
          signal: AbortSignal.timeout(30_000),
        },
        (answer) => {
          const parts: Buffer[] = [];
          answer.on("data", (part: Buffer) => parts.push(part));
          answer.once("error", (error) => fail(error.message));
          answer.once("end", () => {
            const status = answer.statusCode ?? 0;
            if (status >= 400) fail(`answered ${status}`);
            else resolve(Buffer.concat(parts).toString());
          });
        },
      );
      asked.once("error", (error) => fail(error.message));
      asked.end();
    });
  }
}
