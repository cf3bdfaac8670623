import type { Page } from "playwright-core";
import { expect } from "vitest";

/** Presses until a control has the focus: a person gives up sooner than that. */
const maxPresses = 60;

/**
 * A person without a mouse: reaches each control by Tab from where the focus is, and fails when the page has lost the
 * focus.
 */
export class KeyboardOnly {
  readonly page: Page;

  constructor(page: Page) {
    this.page = page;
  }

  /** Past the rail, as the first link of each page offers. */
  async skipToContent(): Promise<void> {
    await this.page.keyboard.press("Tab");
    await this.page.keyboard.press("Enter");
  }

  /** @param selector of CSS @param back whether the control is before the focus */
  async reach(selector: string, back = false): Promise<void> {
    await this.page.locator(selector).first().waitFor();
    for (let step = 0; step <= maxPresses; step++) {
      const isThere = await this.page.evaluate(
        (wanted) => document.activeElement?.matches(wanted) === true,
        selector,
      );
      if (isThere) return;
      await this.page.keyboard.press(back ? "Shift+Tab" : "Tab");
    }
    throw new Error(`the keyboard does not reach ${selector}; it is at ${await this.place()}`);
  }

  /** Presses a button or a link with this text or label, and looks where the focus is afterwards. */
  async press(name: string, back = false): Promise<void> {
    await this.reachNamed(name, back);
    await this.page.keyboard.press("Enter");
    await this.keepsFocus(name);
  }

  async reachNamed(name: string, back = false): Promise<void> {
    const named = this.page.getByRole("button", { name, exact: true });
    const control = named.or(this.page.getByRole("link", { name, exact: true })).first();
    await control.waitFor();
    for (let step = 0; step <= maxPresses; step++) {
      if (await control.evaluate((element) => element === document.activeElement)) return;
      await this.page.keyboard.press(back ? "Shift+Tab" : "Tab");
    }
    throw new Error(`the keyboard does not reach ${name}; it is at ${await this.place()}`);
  }

  /** The focus is on something, so that the next Tab goes on from there. */
  async keepsFocus(after: string): Promise<void> {
    await expect
      .poll(() => this.page.evaluate(() => document.activeElement !== document.body), {
        message: `the focus is lost after ${after}`,
      })
      .toBe(true);
  }

  type(text: string): Promise<void> {
    return this.page.keyboard.type(text);
  }

  /** What has the focus, for messages. */
  place(): Promise<string> {
    return this.page.evaluate(() => {
      const element = document.activeElement;
      return `${element?.tagName} ${element?.getAttribute("aria-label") ?? element?.textContent?.slice(0, 60) ?? ""}`;
    });
  }
}
