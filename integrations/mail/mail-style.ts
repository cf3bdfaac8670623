/*
 * Colours of a mail. Mail programs that invert colours by force turn them into readable pairs too; programs that
 * read the style sheet get the designed dark pair.
 */
export const palette = {
  ink: "#14183A",
  paper: "#F6F7F5",
  card: "#FFFFFF",
  link: "#2B39A6",
  muted: "#565C78",
  rule: "#C9CDDD",
  stamp: "#BE1633",
} as const;

/** Copies of the receipt, as on the order's page: yellow waits, pink is being made or sent, green is done. */
export const copies = {
  white: "#FFFFFF",
  yellow: "#FFEFA0",
  pink: "#FBD7E2",
  green: "#D5EFDB",
} as const;
export type MailCopy = keyof typeof copies;

export const sans = "'Plus Jakarta Sans',-apple-system,'Segoe UI',Roboto,Arial,sans-serif";

export const mono = "'Martian Mono',ui-monospace,Menlo,Consolas,monospace";

const dark = {
  page: "background:#10121F!important",
  card: "background:#191C30!important;border-color:#343A5C!important",
  ink: "color:#F1F2FA!important",
  muted: "color:#B4B9D3!important",
  link: "color:#AEB8FF!important",
  ruled: "border-color:#343A5C!important",
  totalled: "border-color:#F1F2FA!important",
  voucher: "background:#10121F!important;border-color:#AEB8FF!important",
  button: "background:#AEB8FF!important;border-color:#AEB8FF!important",
  "button-text": "color:#10121F!important",
  mark: "background:#AEB8FF!important;color:#10121F!important",
  stamp: "color:#FF7C8B!important;border-color:#FF7C8B!important",
  white: "background:#191C30!important",
  yellow: "background:#403915!important",
  pink: "background:#52284A!important",
  green: "background:#133C31!important",
} as const;

const rules = (prefix: string) =>
  Object.entries(dark)
    .map(([name, style]) => `${prefix}.${name}{${style}}`)
    .join("");

/**
 * Two columns fill a phone once they stand below each other (`columnsHtml`). From 610 pixels on both fit: 540, and what stands
 * around the sheet's rows. On a phone the words beside a product's picture get what the rows and the picture leave.
 */
const phoneStyle =
  "@media (max-width:609px){.column{max-width:100%!important}.column+.column{margin-top:8px!important}.column-cell{padding-right:0!important}.column .picture{max-width:100%!important}}@media (max-width:480px){.row{padding-left:16px!important;padding-right:16px!important}.thumb,.thumb-cell{width:96px!important}.thumb{height:96px!important}}";

/** For programs that follow the device, and for Outlook's dark mode, which marks what it changed. */
export const darkStyle = `:root{color-scheme:light dark;supported-color-schemes:light dark}@media (prefers-color-scheme:dark){${rules("")}}${rules("[data-ogsc] ")}${rules("[data-ogsb] ")}${phoneStyle}`;
