/** Names a link of a campaign's mail. Nothing in it is about a person. */
export interface ClickMark {
  /** The campaign's number. */
  readonly campaign: number;
  /** The id of the version, which is of one language. */
  readonly version: number;
  /** The link's place in the mail, from 1. */
  readonly link: number;
}

/** The parameter of an address of the shop that a mail leads to. */
export const clickParam = "k";

/** `12.7.3`: the third link of version 7 of campaign 12. */
export function printClickMark({ campaign, version, link }: ClickMark): string {
  return `${campaign}.${version}.${link}`;
}

export function readClickMark(text: string): ClickMark | undefined {
  const [, campaign, version, link] =
    /^([1-9]\d{0,8})\.([1-9]\d{0,8})\.([1-9]\d{0,2})$/.exec(text) ?? [];
  return campaign && version && link
    ? { campaign: Number(campaign), version: Number(version), link: Number(link) }
    : undefined;
}
