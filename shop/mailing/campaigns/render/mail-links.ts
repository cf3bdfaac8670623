import { type ClickMark, clickParam, printClickMark } from "#shop/orders/mail-clicks/click-mark.ts";

/** Links of a mail that are counted; a mail with more has the others as they are. */
const maxLinks = 500;

/** The pages of the shop that a mail leads to, numbered as they appear. */
export class MailLinks {
  readonly #publicUrl: string;
  readonly #counted: Omit<ClickMark, "link"> | undefined;
  readonly #addresses: string[] = [];

  /** @param counted whose clicks are counted; without it links stay as they are */
  constructor(publicUrl: string, counted?: Omit<ClickMark, "link">) {
    this.#publicUrl = publicUrl;
    this.#counted = counted;
  }

  /** The address as the mail has it: a page of the shop gets the mark of its link, another site's address none. */
  mark(address: string): string {
    if (!this.#isOfShop(address)) return address;
    let place = this.#addresses.indexOf(address) + 1;
    if (place === 0) {
      if (this.#addresses.length === maxLinks) return address;
      place = this.#addresses.push(address);
    }
    if (!this.#counted) return address;
    const [page = "", ...hash] = address.split("#");
    const mark = `${page.includes("?") ? "&" : "?"}${clickParam}=${printClickMark({ ...this.#counted, link: place })}`;
    return [page + mark, ...hash].join("#");
  }

  /** Paths of the shop, in the order of their numbers. */
  get paths(): readonly string[] {
    return this.#addresses.map((address) => address.slice(this.#publicUrl.length) || "/");
  }

  #isOfShop(address: string): boolean {
    return (
      address.startsWith(this.#publicUrl) &&
      /^([/?#]|$)/.test(address.slice(this.#publicUrl.length))
    );
  }
}

/** A rendered mail with its links as they were before they were marked. */
export function withoutClickMarks(rendered: string): string {
  return rendered.replaceAll(/(?:\?|&(?:amp;)?)k=\d+\.\d+\.\d+/g, "");
}
