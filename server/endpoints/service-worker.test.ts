import vm from "node:vm";
import { expect, test } from "vitest";
import { serviceWorkerEndpoint } from "./service-worker.ts";

type Listener = (event: Record<string, unknown>) => void;

/** Runs the worker's script with doubles of the browser's functions. */
async function startWorker() {
  const listeners = new Map<string, Listener>();
  const shown: unknown[] = [];
  const opened: unknown[] = [];
  const response = await serviceWorkerEndpoint("build", "/nowhere").request("/sw.js");
  vm.runInNewContext(await response.text(), {
    addEventListener: (kind: string, listener: Listener) => listeners.set(kind, listener),
    registration: {
      showNotification: (title: string, options: object) => shown.push({ title, ...options }),
    },
    clients: { openWindow: (path: string) => opened.push(path) },
  });
  const dispatch = (kind: string, event: Record<string, unknown>) =>
    listeners.get(kind)?.({ waitUntil: () => undefined, ...event });
  return { shown, opened, dispatch };
}

test("the worker shows a push message, and a click opens its page", async () => {
  const { shown, opened, dispatch } = await startWorker();
  const message = { title: "Toko", body: "Pesanan dibayar: 1", path: "/admin/Notifications" };
  dispatch("push", { data: { json: () => message } });
  expect(shown).toEqual([
    {
      title: "Toko",
      body: "Pesanan dibayar: 1",
      data: "/admin/Notifications",
      icon: "/app-icon-192.png",
    },
  ]);
  const closed: boolean[] = [];
  dispatch("notificationclick", {
    notification: { data: "/admin/Notifications", close: () => closed.push(true) },
  });
  expect(closed).toEqual([true]);
  expect(opened).toEqual(["/admin/Notifications"]);
});
