export interface ShownLink {
  readonly name: string;
  /** A path of the shop with its language, or an https address. */
  readonly to: string;
}

/** Data of every public page's frame. */
export interface ShellData {
  readonly menu: readonly ShownLink[];
  /** Null: the built-in columns. */
  readonly footer:
    | readonly { readonly title: string; readonly links: readonly ShownLink[] }[]
    | null;
}

/** The frame of a page whose data could not be read. */
export const emptyShellData: ShellData = { menu: [], footer: null };
