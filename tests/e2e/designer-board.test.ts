import { describe, expect, test } from "vitest";
import { showBoard, useBoard } from "#tests/support/browser/board.ts";
import { brokenRules, hasBrowser } from "#tests/support/browser/browser.ts";
import { photograph } from "#tests/support/builders/media.ts";
import { faultsOf } from "#tests/support/doubles/faults.ts";
import { longProof } from "#tests/support/runner/long-proof.ts";

describe.runIf(hasBrowser)("the drawing board", { timeout: 120_000 }, () => {
  const { chromium, openBoard, program } = useBoard();

  test("moves, copies and removes all layers that a mouse or the list chooses, as one step each, and groups them", async () => {
    const { page, complaints } = await openBoard("kaos-nama-tim", 1280);
    const options = page.getByRole("listbox", { name: "Lapisan" }).getByRole("option");
    const before = await options.count();
    for (const shape of ["Bintang", "Hati", "Lingkaran"]) {
      await page.getByRole("button", { name: "Bentuk", exact: true }).click();
      await page.getByRole("button", { name: shape }).click();
    }
    await expect.poll(() => options.count()).toBe(before + 3);
    const left = page.getByLabel("Kiri", { exact: true });
    const areChosen = () => page.getByRole("heading", { name: "3 lapisan dipilih" }).waitFor();
    // By keys, from the list of layers: the newest and the two below it.
    const chooseThree = async () => {
      await options.first().focus();
      await page.keyboard.press("Home");
      await page.keyboard.press("Shift+ArrowDown");
      await page.keyboard.press("Shift+ArrowDown");
      await areChosen();
    };
    await chooseThree();
    expect(await options.and(page.getByRole("option", { selected: true })).count()).toBe(3);
    expect(await brokenRules(page)).toEqual([]);
    const [first, height] = [await left.inputValue(), page.getByLabel("Tinggi", { exact: true })];
    const high = await height.inputValue();
    const isBack = async () => {
      await page.keyboard.press("Control+z");
      await expect.poll(() => left.inputValue()).toBe(first);
      expect(await height.inputValue()).toBe(high);
      await areChosen();
    };
    for (const key of ["ArrowRight", "+", "]"]) {
      await page.keyboard.press(key);
      await expect.poll(() => left.inputValue()).not.toBe(first);
      await areChosen();
      await isBack();
    }
    // A press on one of them moves all; lifted where it was pressed, it chooses that one.
    const held = page.locator("[data-moves] path").first();
    const shape = await held.boundingBox();
    if (!shape) throw new Error("no chosen shape");
    const middle = [shape.x + shape.width / 2, shape.y + shape.height / 2] as const;
    await page.mouse.move(...middle);
    await page.mouse.down();
    await page.mouse.move(middle[0] - 40, middle[1] + 30, { steps: 4 });
    await page.mouse.up();
    await expect.poll(() => left.inputValue()).not.toBe(first);
    expect(await held.boundingBox()).not.toEqual(shape);
    await isBack();
    expect(await held.boundingBox()).toEqual(shape);
    await page.getByRole("button", { name: "Ratakan kiri" }).click();
    await areChosen();
    await page.keyboard.press("Control+d");
    await expect.poll(() => options.count()).toBe(before + 6);
    await areChosen();
    await page.keyboard.press("Delete");
    await expect.poll(() => options.count()).toBe(before + 3);
    await page.keyboard.press("?");
    const keys = page.getByRole("dialog");
    await keys.getByText("Salin, potong, tempel", { exact: false }).waitFor();
    await page.keyboard.press("Escape");
    await keys.waitFor({ state: "hidden" });
    await page.mouse.click(...middle);
    await page.getByRole("heading", { name: "Lingkaran" }).waitFor();
    await chooseThree();
    await page.keyboard.press("Control+g");
    await expect.poll(() => options.count()).toBe(before + 1);
    const at = await left.inputValue();
    await page.keyboard.press("ArrowRight");
    await expect.poll(() => left.inputValue()).not.toBe(at);
    await page.getByRole("button", { name: "Pisahkan kelompok" }).click();
    await expect.poll(() => options.count()).toBe(before + 3);
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await expect.poll(() => options.count()).toBe(before + 1);
    // By mouse: a box drawn around all of them.
    const board = await page.getByRole("region", { name: "Papan gambar" }).boundingBox();
    if (!board) throw new Error("no board");
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await page.getByRole("button", { name: "Urungkan", exact: true }).click();
    await page.mouse.move(board.x + 30, board.y + 30);
    await page.mouse.down();
    await page.mouse.move(board.x + board.width / 2, board.y + board.height / 2, { steps: 4 });
    await page.mouse.move(board.x + board.width - 80, board.y + board.height - 40, { steps: 4 });
    await page.mouse.up();
    await page.getByRole("heading", { name: /lapisan dipilih/ }).waitFor();
    await page.getByRole("button", { name: "Kelompokkan", exact: true }).click();
    await page.getByRole("button", { name: "Pisahkan kelompok" }).waitFor();
    expect(await brokenRules(page)).toEqual([]);
    expect(complaints).toEqual([]);
  });

  longProof(
    "a pulled side sticks to a line, handles have the system's colours, and words and pictures are pasted and dropped",
    async () => {
      const { page, complaints } = await openBoard("kaos-nama-tim", 1280);
      await page.getByRole("button", { name: "Bentuk", exact: true }).click();
      await page.getByRole("button", { name: "Lingkaran" }).click();
      const typedIn = async (label: string) =>
        Number((await page.getByLabel(label, { exact: true }).inputValue()).replace(",", "."));
      const middleOf = async (grip: string) => {
        const box = await page.locator(`[data-grip=${grip}] rect`).boundingBox();
        if (!box) throw new Error(`no grip ${grip}`);
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      };
      /** Pulls the right side until the pointer is so many millimetres from the area's left edge. */
      const pullTo = async (millimetres: number) => {
        const [west, east] = [await middleOf("w"), await middleOf("e")];
        const pixels = (east.x - west.x) / (await typedIn("Lebar"));
        await page.mouse.move(east.x, east.y);
        await page.mouse.down();
        const to = west.x + (millimetres - (await typedIn("Kiri"))) * pixels;
        await page.mouse.move(to - 20, east.y, { steps: 3 });
        await page.mouse.move(to, east.y, { steps: 3 });
      };
      const right = async () => (await typedIn("Kiri")) + (await typedIn("Lebar"));
      // The safe line is 10 mm from the edge of 305 mm.
      await pullTo(294);
      await page.mouse.up();
      await expect.poll(right).toBe(295);
      await page.keyboard.down("Control");
      await pullTo(293);
      await page.mouse.up();
      await page.keyboard.up("Control");
      await expect.poll(right).toBeGreaterThan(292);
      expect(await right()).toBeLessThan(294);

      await page.emulateMedia({ forcedColors: "active" });
      const colours = await page.locator("[data-grip=e] rect").evaluate((grip) => {
        const probe = document.body.appendChild(document.createElement("p"));
        probe.style.cssText = "color: Highlight; background-color: Canvas";
        const { color, backgroundColor } = getComputedStyle(probe);
        const { stroke, fill } = getComputedStyle(grip);
        probe.remove();
        return { is: [stroke, fill], system: [color, backgroundColor] };
      });
      expect(colours.is).toEqual(colours.system);
      await page.emulateMedia({ forcedColors: "none" });

      const options = page.getByRole("listbox", { name: "Lapisan" }).getByRole("option");
      /** Words, and a picture where there are bytes of one, as another program gives them. */
      const give = (event: "paste" | "drop", words: string, picture?: Buffer) =>
        page.evaluate(
          ([event, words, base64]) => {
            const data = new DataTransfer();
            if (words) data.setData("text/plain", words);
            const bytes = Uint8Array.from(atob(base64 ?? ""), (letter) => letter.charCodeAt(0));
            if (base64) data.items.add(new File([bytes], "daun.jpg", { type: "image/jpeg" }));
            const shared = { bubbles: true, cancelable: true };
            document.dispatchEvent(
              event === "paste"
                ? new ClipboardEvent("paste", { clipboardData: data, ...shared })
                : new DragEvent("drop", { dataTransfer: data, ...shared }),
            );
          },
          [event, words, picture?.toString("base64")] as const,
        );
      await page
        .getByRole("region", { name: "Papan gambar" })
        .click({ position: { x: 8, y: 200 } });
      await give("paste", "Kata tempelan");
      await options.filter({ hasText: "Kata tempelan" }).waitFor();
      const count = await options.count();
      await page
        .getByRole("region", { name: "Papan gambar" })
        .click({ position: { x: 8, y: 200 } });
      await give("paste", "", await photograph({ r: 20, g: 120, b: 60 }, [600, 400]));
      await expect.poll(() => options.count()).toBe(count + 1);
      await give("drop", "", await photograph({ r: 120, g: 20, b: 60 }, [600, 400]));
      await expect.poll(() => options.count()).toBe(count + 2);
      // A double press on words opens their field.
      await options.filter({ hasText: "Kata tempelan" }).click();
      const words = await page.locator("[data-moves] path").first().boundingBox();
      if (!words) throw new Error("no words on the board");
      await page.locator("aside textarea").evaluate((field) => field.blur());
      await page.mouse.dblclick(words.x + words.width / 2, words.y + words.height / 2);
      await expect
        .poll(() => page.evaluate(() => document.activeElement?.tagName))
        .toBe("TEXTAREA");
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "two fingers move and enlarge the view, and take back what one finger began",
    async () => {
      const { page, context, complaints } = await openBoard("kaos-nama-tim", 1280);
      const devtools = await context.newCDPSession(page);
      await devtools.send("Emulation.setTouchEmulationEnabled", {
        enabled: true,
        maxTouchPoints: 5,
      });
      const board = page.getByRole("region", { name: "Papan gambar" });
      const word = page.locator("section svg path").first();
      const text = await word.boundingBox();
      if (!text) throw new Error("the board is not shown");
      const touch = (
        type: "touchStart" | "touchMove" | "touchEnd",
        ...touchPoints: { x: number; y: number; id: number }[]
      ) => devtools.send("Input.dispatchTouchEvent", { type, touchPoints });
      const view = async () =>
        ((await board.locator("svg").first().getAttribute("viewBox")) ?? "").split(" ").map(Number);
      const [, , whole = 0] = await view();
      // One finger drags the name, until a second one comes.
      const at = { x: text.x + text.width / 2, y: text.y + text.height / 2, id: 0 };
      await touch("touchStart", at);
      await touch("touchMove", { ...at, y: at.y + 15 });
      await touch("touchMove", { ...at, y: at.y + 30 });
      await page.locator("[data-moves][transform]").first().waitFor({ state: "attached" });
      const [a, b] = [
        { ...at, y: at.y + 30 },
        { ...at, x: at.x + 60, y: at.y + 30, id: 1 },
      ];
      await touch("touchStart", a, b);
      await page.locator("[data-moves][transform]").first().waitFor({ state: "detached" });
      // Twice as far from each other, and both 20 pixels further up.
      await touch(
        "touchMove",
        { ...a, x: a.x - 30, y: a.y - 20 },
        { ...b, x: b.x + 30, y: b.y - 20 },
      );
      await expect.poll(async () => Math.round((whole / ((await view())[2] ?? 1)) * 100)).toBe(200);
      const shown = await word.boundingBox();
      // The name is twice as large, and what lay between the fingers lies between them.
      const before = { x: (a.x + b.x) / 2 - text.x, y: a.y - text.y };
      expect(shown?.width).toBeCloseTo(2 * text.width, 0);
      expect((a.x + b.x) / 2 - (shown?.x ?? 0)).toBeCloseTo(2 * before.x, 0);
      expect(a.y - 20 - (shown?.y ?? 0)).toBeCloseTo(2 * before.y, 0);
      // Far together: the whole side, and no smaller.
      await touch("touchMove", { ...a, x: a.x + 29 }, { ...b, x: b.x - 29 });
      await expect.poll(async () => (await view())[2]).toBe(whole);
      await touch("touchEnd");
      expect(await page.getByRole("button", { name: "Urungkan" }).isDisabled()).toBe(true);
      // A phone that lies on its side has the panel beside the board, the smallest one below it.
      const boxes = async (width: number, height: number) => {
        await page.setViewportSize({ width, height });
        const [board, list] = await Promise.all(
          [page.getByRole("region", { name: "Papan gambar" }), page.getByRole("listbox")].map(
            (one) => one.boundingBox(),
          ),
        );
        if (!board || !list) throw new Error("the board and the list are shown");
        return { board, list };
      };
      await page.setViewportSize({ width: 740, height: 360 });
      await page.getByRole("button", { name: "Tutup" }).filter({ visible: true }).click();
      await page.getByRole("button", { name: "Lapisan" }).click();
      const side = await boxes(740, 360);
      expect(side.board.height).toBeGreaterThan(150);
      expect(side.list.x).toBeGreaterThanOrEqual(side.board.x + side.board.width);
      expect(await faultsOf(page, "the board of a phone on its side")).toEqual([]);
      const small = await boxes(320, 640);
      expect(small.board.height).toBeGreaterThan(150);
      expect(small.list.y).toBeGreaterThanOrEqual(small.board.y + small.board.height);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "takes each letter that is typed before the fonts have come, and fits their box afterwards",
    async () => {
      const { page, complaints } = await chromium.open({ width: 1280 });
      let release = () => {};
      const held = new Promise<void>((resolve) => {
        release = resolve;
      });
      await page.route(/\.ttf/, async (route) => {
        await held;
        await route.continue();
      });
      await showBoard(page, `${program().url}/item/tote-desain-anda/Design`);
      await page.getByRole("button", { name: "Teks", exact: true }).click();
      const words = page.getByRole("textbox", { name: "Tulisan" });
      const wide = page.getByLabel("Lebar");
      await words.fill("");
      await words.pressSequentially("Bersama kita bisa");
      expect(await words.inputValue()).toBe("Bersama kita bisa");
      const before = await wide.inputValue();
      // The fonts come between two letters.
      const typing = words.pressSequentially(" melangkah", { delay: 40 });
      release();
      await typing;
      expect(await words.inputValue()).toBe("Bersama kita bisa melangkah");
      await expect.poll(() => wide.inputValue()).not.toBe(before);
      const fitted = await wide.inputValue();
      // The box of the words is a part of the step that changed them.
      await page.getByRole("button", { name: "Urungkan", exact: true }).click();
      await page.getByRole("button", { name: "Ulangi", exact: true }).click();
      expect(await words.inputValue()).toBe("Bersama kita bisa melangkah");
      await expect.poll(() => wide.inputValue()).toBe(fitted);
      expect(complaints).toEqual([]);
    },
  );

  longProof(
    "fetches missing fonts by itself once the network is back, and until then claims no check",
    async () => {
      const { page, context, complaints } = await chromium.open({ width: 390 });
      await page.route(/\.ttf/, (route) => route.abort());
      await showBoard(page, `${program().url}/item/tote-desain-anda/Design`);
      const missing = page.getByText("Huruf belum termuat. Periksa sambungan.");
      await missing.waitFor();
      await page.getByRole("button", { name: "Belum selesai diperiksa" }).click();
      await page.getByText("Diperiksa setelah hurufnya termuat.").waitFor();
      await page.unroute(/\.ttf/);
      await context.setOffline(true);
      await context.setOffline(false);
      await page.getByRole("button", { name: /^\d+ catatan$/ }).waitFor();
      expect(await missing.count()).toBe(0);
      expect(complaints).toEqual([]);
    },
  );
});
