/** Only web addresses: any other link in a mail is a mistake or an attack. @throws TypeError for other addresses */
export function webUrl(url: string): string {
  if (!/^https?:\/\//.test(url)) throw new TypeError("a mail needs web addresses");
  return url;
}
