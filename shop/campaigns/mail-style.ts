/*
 * Colours of a campaign's mail. Mail programs that invert colours by force turn them into readable pairs too; programs that
 * read the style sheet get the designed dark pair.
 */
export const palette = {
  ink: "#14183A",
  paper: "#F6F7F5",
  card: "#FFFFFF",
  link: "#2B39A6",
  muted: "#565C78",
  rule: "#C9CDDD",
} as const;

export const sans = "'Plus Jakarta Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

export const mono = "'JetBrains Mono',ui-monospace,Menlo,Consolas,monospace";

const dark = {
  page: "background:#10121F!important",
  card: "background:#191C30!important;border-color:#343A5C!important",
  ink: "color:#F1F2FA!important",
  muted: "color:#B4B9D3!important",
  link: "color:#AEB8FF!important",
  ruled: "border-color:#343A5C!important",
  voucher: "background:#10121F!important;border-color:#AEB8FF!important",
  button: "background:#AEB8FF!important;border-color:#AEB8FF!important",
  "button-text": "color:#10121F!important",
} as const;

const rules = (prefix: string) =>
  Object.entries(dark)
    .map(([name, style]) => `${prefix}.${name}{${style}}`)
    .join("");

/** For programs that follow the device, and for Outlook's dark mode, which marks what it changed. */
export const darkStyle = `:root{color-scheme:light dark}@media (prefers-color-scheme:dark){${rules("")}}${rules("[data-ogsc] ")}`;
