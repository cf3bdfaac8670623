import type { Page } from "playwright-core";
import { useProgram } from "#tests/support/runner/running-program.ts";
import { useChromium } from "./browser.ts";

/** The program and a browser for one file about the drawing board, and a way to open the board of a product. */
export function useBoard() {
  const chromium = useChromium({ showsPictures: true });
  const { program } = useProgram();
  return {
    chromium,
    program,
    /** A visitor's board. @param width of the window, in pixels */
    async openBoard(product: string, width: number) {
      const opened = await chromium.open({ width });
      await showBoard(opened.page, `${program().url}/item/${product}/Design`);
      return opened;
    },
  };
}

/** Opens a board in a page and waits until it takes input. */
export async function showBoard(page: Page, address: string): Promise<void> {
  await page.goto(address);
  await page.waitForSelector("html[data-alive]");
}
