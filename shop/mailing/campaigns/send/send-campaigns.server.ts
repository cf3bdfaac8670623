import { randomUUID } from "node:crypto";
import { log } from "#base/log.server.ts";
import { asShop } from "#db/client.server.ts";
import { isUnavailable } from "#db/unavailable.server.ts";
import { type CurrentSigner, domainOf } from "#integrations/mail/domain/current-signer.server.ts";
import { signMail } from "#integrations/mail/domain/dkim.ts";
import { addressOf } from "#integrations/mail/mail-line.server.ts";
import { mailKeyMatches } from "#shop/consent/mail-key.server.ts";
import {
  checkProducts,
  checkVouchers,
  Fuse,
  pauseByFuse,
} from "#shop/mailing/campaigns/fuses.server.ts";
import { advanceTrial } from "#shop/mailing/campaigns/trial/choose-winner.server.ts";
import { retireCodes } from "#shop/mailing/campaigns/vouchers/retire-codes.server.ts";
import { Allowance } from "./allowance.server.ts";
import {
  composeMessage,
  type ReadyVersion,
  readyVersion,
  type SenderFacts,
} from "./compose-message.server.ts";
import { freezePage, renderVersions } from "./freeze.server.ts";
import { Lines } from "./lines.server.ts";
import { publishProgress, sendProgress } from "./live-progress.server.ts";
import { noteRefusal } from "./note-refusal.server.ts";
import {
  beginSlice,
  endIfDone,
  listOpenCampaigns,
  type OpenCampaign,
  setWaiting,
} from "./open-campaigns.server.ts";
import { type Shared, sendChunk } from "./send-chunk.server.ts";
import { Signal } from "./signal.ts";
import { type BegunDelivery, claimChunk, keepChunk, type Lease } from "./step-chunk.server.ts";
import { readWarmUp } from "./warm-up.server.ts";

export interface SenderOptions {
  /** Without one every mail is kept for reading. */
  readonly smtpUrl: string | undefined;
  readonly from: string;
  readonly publicUrl: string;
  /** The envelope's sender, to which mail servers report; default the address of `from`. */
  readonly bounceAddress?: string | undefined;
  /** As in `SenderFacts`. */
  readonly stopAddress?: SenderFacts["stopAddress"];
  /** Signs mails where the sender's domain has published the key. */
  readonly signer?: CurrentSigner | undefined;
  /** Connections of this process. */
  readonly connections?: number;
  /** Milliseconds after which a silent process loses its chunks. */
  readonly leaseMs?: number;
  /** As in `Shared`. */
  readonly retryMs?: Shared["retryMs"];
  /** The longest slice in milliseconds, and what ends it early. */
  readonly sliceMs?: number;
  readonly signal?: AbortSignal;
}

/**
 * Chunks that one process holds at a time: its memory is their rows, however long the list is. The second one is opened
 * when the first leaves connections idle, because fewer chunks mean larger steps.
 */
const maxChunks = 4;
/** Milliseconds between two looks at the campaigns while no chunk ends. */
const lookMs = 100;
/** Milliseconds between two looks at the products that campaigns show. */
const productsMs = 5_000;
/** Milliseconds between two messages about how far campaigns are. */
const progressMs = 1_000;
/** Failed connections in a row that are no accident. */
const minTries = 3;
const minute = 60_000;
const retries = [5, 15, 45, 120];

/** 5, 15, 45 minutes, 2 hours, then each 6 hours, for about two days. */
function defaultRetryMs(attempts: number): number | undefined {
  return attempts > 11 ? undefined : (retries[attempts - 1] ?? 360) * minute;
}

/**
 * One slice of sending: works on every open campaign until nothing is due, the slice is over, or the process stops. Any
 * number of processes may do so at the same time. Exactness does not lean on this call: it may be killed at any point.
 * @returns whether something may be left to do at once
 */
export async function sendCampaigns(options: SenderOptions): Promise<boolean> {
  if (!(await mailKeyMatches())) {
    await pauseByFuse("key");
    return false;
  }
  await beginSlice();
  return new Slice(options).run();
}

/** Milliseconds for which one job sends; the queue gives up jobs that take hours. */
const jobMs = 60 * minute;
let isSending = false;

/**
 * One slice after the other while there is something to do: nothing stands still until the queue's next minute. While this process
 * does so, another call returns at once: the slices look for new campaigns themselves.
 */
export async function sendWhileThereIsWork(options: SenderOptions): Promise<void> {
  if (isSending) return;
  isSending = true;
  const endsAt = performance.now() + jobMs;
  try {
    while ((await sendCampaigns(options)) && performance.now() < endsAt) {
      if (options.signal?.aborted) return;
    }
  } finally {
    isSending = false;
  }
}

/** For what goes on beside the sending: it is said, and happens again with the next mail or slice. */
const warn = (what: string) => (error: unknown) => log.warn({ err: error }, what);

class Slice {
  readonly #options: SenderOptions;
  readonly #owner = randomUUID();
  readonly #signal = new Signal();
  /** Rung when a chunk is done with; `#signal` rings for each mail. */
  readonly #chunkEnded = new Signal();
  readonly #allowance: Allowance;
  readonly #lines: Lines | undefined;
  readonly #chunks = new Set<Promise<void>>();
  readonly #versions = new Map<number, ReadyVersion>();
  readonly #fuses = new Map<number, Fuse>();
  readonly #endsAt: number;
  readonly #senderDomain: string;
  #failure: { readonly error: unknown } | undefined;

  constructor(options: SenderOptions) {
    this.#options = options;
    const { smtpUrl, connections = 10, sliceMs = 50_000 } = options;
    this.#allowance = new Allowance(this.#signal, connections);
    this.#lines = smtpUrl ? new Lines(smtpUrl, connections, this.#signal) : undefined;
    this.#endsAt = performance.now() + sliceMs;
    // Mails that are kept for reading warm nothing up.
    this.#senderDomain = smtpUrl ? domainOf(options.from) : "";
  }

  readonly #isStopping = () =>
    this.#options.signal?.aborted === true ||
    performance.now() > this.#endsAt ||
    this.#failure !== undefined;

  async run(): Promise<boolean> {
    let isUnfinished = true;
    try {
      while (!this.#isStopping()) {
        // A chunk that ends meanwhile may leave its campaign to be ended.
        const isIdle = this.#chunks.size === 0;
        await this.#checkProducts();
        const isBusy = await this.#advance();
        if (!isBusy && isIdle && this.#chunks.size === 0) {
          isUnfinished = false;
          break;
        }
        await this.#chunkEnded.wait(isBusy ? 0 : lookMs);
      }
    } finally {
      await Promise.allSettled(this.#chunks);
      this.#publish(sendProgress);
      await this.#publishing;
      this.#lines?.close();
    }
    if (this.#failure) throw this.#failure.error;
    return isUnfinished;
  }

  #publishedAt = Number.NEGATIVE_INFINITY;
  #publishing = Promise.resolve();
  #open: readonly number[] = [];

  /** Open pages show each second how far the campaigns are, and at the end of the slice where they came to. */
  #publish(send: typeof publishProgress): void {
    this.#publishedAt = performance.now();
    const domain = this.#senderDomain || undefined;
    const campaigns = this.#open;
    this.#publishing = this.#publishing
      .then(async () => {
        for (const campaign of campaigns) await send(campaign, domain);
      })
      .catch(warn("the progress of a campaign was not sent"));
  }

  #productsAt = Number.NEGATIVE_INFINITY;

  async #checkProducts(): Promise<void> {
    if (performance.now() - this.#productsAt < productsMs) return;
    this.#productsAt = performance.now();
    await checkProducts();
    await checkVouchers();
  }

  /** @returns whether something was done, so that more may be there at once */
  async #advance(): Promise<boolean> {
    let isBusy = await retireCodes();
    const campaigns = await listOpenCampaigns();
    this.#open = [...new Set([...this.#open, ...campaigns.map(({ number }) => number)])];
    if (performance.now() - this.#publishedAt > progressMs) this.#publish(publishProgress);
    for (const campaign of campaigns) {
      if (this.#isStopping()) break;
      if (await this.#advanceOne(campaign)) isBusy = true;
    }
    return isBusy;
  }

  async #advanceOne(campaign: OpenCampaign): Promise<boolean> {
    const { number, status, in_window, is_trial_due } = campaign;
    const sql = asShop();
    if (status === "freezing") {
      if (!(await renderVersions(number, this.#options.publicUrl))) return false;
      return (await freezePage(number, this.#senderDomain)) !== null;
    }
    if (is_trial_due && (await advanceTrial(number))) return true;
    if (status === "cancelled") {
      const [swept] = await sql<{ is_any: boolean }[]>`
        select private.cancel_mail_chunk(${number}) as is_any`;
      if (swept?.is_any) return true;
    } else if (!in_window) {
      await setWaiting(number, "window");
      return false;
    } else if (await this.#isWarmedEnough()) {
      // What was begun already may be the last.
      if (await endIfDone(number)) return true;
      await setWaiting(number, "warm_up");
      return false;
    }
    // Where the pace leaves connections idle, another chunk would only make the steps of all smaller.
    const isSpare = this.#lines?.isSpare === true && !this.#allowance.isUsedUp;
    const isEnough = this.#chunks.size > 0 && !isSpare;
    if (isEnough || this.#chunks.size >= maxChunks) return false;
    const { leaseMs = 30_000 } = this.#options;
    const lease = await claimChunk(number, this.#owner, leaseMs, this.#senderDomain);
    // Its end leaves its codes to be looked at.
    if (!lease) return status === "sending" && endIfDone(number);
    const work = this.#work(lease, campaign)
      .catch((error: unknown) => {
        if (!isUnavailable(error)) this.#failure = { error };
      })
      .finally(() => {
        this.#chunks.delete(work);
        this.#chunkEnded.ring();
      });
    this.#chunks.add(work);
    return true;
  }

  /** Whether a new domain has sent the mails of the day. */
  async #isWarmedEnough(): Promise<boolean> {
    if (!this.#senderDomain) return false;
    const warmUp = await readWarmUp(this.#senderDomain);
    return warmUp !== undefined && warmUp.begun >= warmUp.most;
  }

  async #work(lease: Lease, campaign: OpenCampaign): Promise<void> {
    const lines = this.#lines;
    if (!lines) return keepChunk(lease);
    const { from, publicUrl, stopAddress, retryMs = defaultRetryMs } = this.#options;
    const fuse = this.#fuses.get(lease.campaign) ?? new Fuse(lease.campaign);
    this.#fuses.set(lease.campaign, fuse);
    const sender = this.#options.bounceAddress ?? addressOf(from);
    await sendChunk(lease, {
      lines,
      allowance: this.#allowance,
      signal: this.#signal,
      retryMs,
      isStopping: this.#isStopping,
      handOver: async (line, delivery) => {
        const message = await this.#compose({ from, publicUrl, stopAddress }, delivery, campaign);
        const end = await line.handOver({ from: sender, to: delivery.email }, message);
        if (end.state === "refused") await noteRefusal(lease.campaign, delivery.n, end.reply);
        return end;
      },
      onEnd: (end, group) => {
        fuse.note(end).catch(warn("a fuse was not noted"));
        if (end.state === "deferred" && end.trouble === "pace") {
          asShop()`select private.slow_mails(${group})`.catch(warn("a pace was not slowed down"));
        }
      },
      onBroken: () => {
        pauseByFuse("content", lease.campaign).catch(warn("a campaign was not paused"));
      },
      onTurn: () => this.#noteWaiting(lease.campaign),
    });
    await fuse.check();
  }

  readonly #waitsFor = new Map<number, "server" | "limit" | null>();

  /** Says on the campaign what its mails wait for, and pauses it when the mail server refuses the login. */
  #noteWaiting(campaign: number): void {
    const problem = this.#lines?.problem;
    const isDown = problem !== undefined && problem.tries >= minTries;
    if (isDown && problem.end.state === "deferred" && problem.end.trouble === "policy") {
      pauseByFuse("login", campaign).catch(warn("a campaign was not paused"));
    }
    const reason = isDown ? "server" : this.#allowance.isDayOver ? "limit" : null;
    if (reason === this.#waitsFor.get(campaign)) return;
    this.#waitsFor.set(campaign, reason);
    setWaiting(campaign, reason).catch(warn("what a campaign waits for was not noted"));
  }

  async #compose(
    facts: SenderFacts,
    { version_id, n, id, email, name, code }: BegunDelivery,
    { id: campaignId, number, topic, automation }: OpenCampaign,
  ): Promise<Buffer> {
    const version = this.#versions.get(version_id) ?? (await this.#readVersion(version_id));
    const target = {
      campaign: number,
      campaignId,
      automation,
      topic,
      n,
      recipientId: id,
      email,
      name,
      code,
    };
    const message = await composeMessage(facts, version, target);
    const key = await this.#options.signer?.key();
    return key ? signMail(message, key) : message;
  }

  async #readVersion(id: number): Promise<ReadyVersion> {
    const [row] = await asShop()<Parameters<typeof readyVersion>[0][]>`
      select language, subject, html, text from private.mail_versions where id = ${id}`;
    if (!row) throw new Error("a delivery's version is missing");
    const ready = readyVersion(row);
    this.#versions.set(id, ready);
    return ready;
  }
}
