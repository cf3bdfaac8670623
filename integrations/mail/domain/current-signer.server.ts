import { asShop } from "#db/client.server.ts";
import { dkimOf } from "./check-domain.ts";
import type { DkimKey } from "./dkim.ts";
import { readDkimKey } from "./dkim-key.server.ts";
import { type Lookup, systemLookup } from "./lookup.server.ts";

/** How the shop signs mails: MAIL_DKIM. */
export interface SignerSettings {
  /** Null: mails are not signed by the shop. */
  readonly selector: string | null;
  /** The sender's address, possibly with a name. */
  readonly from: string;
}

/** Milliseconds for which an answer of the domain name system is taken. */
const rememberedMs = 600_000;

/** The domain of a sender's address, possibly with a name. */
export function domainOf(from: string): string {
  return /@([^@\s<>]+?)>?\s*$/.exec(from)?.[1]?.toLowerCase() ?? "";
}

/**
 * Tells whether mails are signed now: only once the published record has the shop's key, since a signature that receivers
 * cannot check is worse than none.
 */
export class CurrentSigner {
  readonly #settings: SignerSettings;
  readonly #lookup: Lookup;
  #known: { readonly until: number; readonly key: Promise<DkimKey | undefined> } | undefined;

  constructor(settings: SignerSettings, lookup: Lookup = systemLookup()) {
    this.#settings = settings;
    this.#lookup = lookup;
  }

  /**
   * Not to be called within a transaction, whose connection would wait for the domain name system.
   * @returns undefined where the mail goes out unsigned
   */
  key(): Promise<DkimKey | undefined> {
    const now = performance.now();
    if (!this.#known || this.#known.until < now) {
      this.#known = { until: now + rememberedMs, key: this.#find() };
      // An error is not remembered.
      this.#known.key.catch(() => {
        this.#known = undefined;
      });
    }
    return this.#known.key;
  }

  async #find(): Promise<DkimKey | undefined> {
    const { selector, from } = this.#settings;
    const domain = domainOf(from);
    if (selector === null || domain === "") return undefined;
    const { privateKey, publicKey } = await readDkimKey(asShop());
    const checked = { domain, relayHost: undefined, dkim: { selector, publicKey } };
    const isPublished = await dkimOf(checked, this.#lookup).then(
      ({ state }) => state === "good",
      // Nobody answered: the mail goes out unsigned, as before.
      () => false,
    );
    return isPublished ? { domain, selector, privateKey } : undefined;
  }
}
