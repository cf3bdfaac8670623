import { afterEach, beforeEach, expect, test, vi } from "vitest";

/** A page whose scripts load or fail, as set. */
let works = true;
const added: string[] = [];
beforeEach(() => {
  vi.resetModules();
  added.length = 0;
  works = true;
  const api = {
    ready: (run: () => void) => run(),
    execute: async (key: string, { action }: { action: string }) => `${key} ${action}`,
  };
  vi.stubGlobal("window", {});
  vi.stubGlobal("document", {
    createElement: () => ({ remove() {} }),
    head: {
      append(script: { src: string; onload: () => void; onerror: () => void }) {
        added.push(script.src);
        if (!works) return queueMicrotask(script.onerror);
        // The script sets itself up a little after it has loaded.
        setTimeout(() => vi.stubGlobal("window", { grecaptcha: api }), 40);
        queueMicrotask(script.onload);
      },
    },
  });
});
afterEach(() => vi.unstubAllGlobals());

const load = async () => (await import("./recaptcha.ts")).recaptchaToken;

test("the script is loaded once, from its alternate domain and in Indonesian", async () => {
  const token = await load();
  expect(await Promise.all([token("contact", "kunci"), token("contact", "kunci")])).toEqual([
    "kunci contact",
    "kunci contact",
  ]);
  expect(added).toEqual(["https://www.recaptcha.net/recaptcha/api.js?render=kunci&hl=id"]);
});

test("a second site key is refused, and the first one still works", async () => {
  const token = await load();
  await token("contact", "kunci");
  await expect(token("contact", "lain")).rejects.toThrow(
    "reCAPTCHA already loaded with different site key",
  );
  expect(await token("unsubscribe_link", "kunci")).toBe("kunci unsubscribe_link");
});

test("a script that fails to load is an error, and loading can be retried", async () => {
  const token = await load();
  works = false;
  await expect(token("contact", "kunci")).rejects.toThrow(
    "Something went wrong while loading reCAPTCHA",
  );
  works = true;
  expect(await token("contact", "kunci")).toBe("kunci contact");
});
