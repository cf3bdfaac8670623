import { useEffect, useRef, useState } from "react";
import { channels } from "#shop/designs/colour/colour.ts";
import { assetsOf, type DisplayList } from "#shop/designs/draw/display-list.ts";
import { bodyOf, type ChosenMockup } from "#shop/designs/mockups/choose-mockup.ts";
import { kitAddress } from "#shop/designs/mockups/kit-files.ts";
import type { MockupAnswer, MockupMessage } from "./mockup-worker.ts";

/** Milliseconds without a change before the mock-up follows. */
const delayMs = 120;

export interface MockupPicture {
  /** Address of the last drawing; null until there is one. */
  readonly url: string | null;
  /** This browser cannot draw it. */
  readonly isImpossible: boolean;
}

/**
 * Draws a design on its goods in a worker, the newest one last.
 * @param chosen null while nobody looks at it
 * @param body colour of the variant as #rrggbb; null where the shop does not say
 * @param pictureHref address of the preview of an uploaded picture
 */
export function useMockup(
  chosen: ChosenMockup | null,
  list: DisplayList,
  body: string | null,
  pictureHref: (asset: string) => string,
): MockupPicture {
  const [url, setUrl] = useState<string | null>(null);
  const [isImpossible, setImpossible] = useState(false);
  const painter = useRef<Painter>(undefined);
  const href = useRef(pictureHref);
  href.current = pictureHref;

  useEffect(() => {
    if (!chosen) return;
    let isLatest = true;
    const timer = setTimeout(async () => {
      try {
        painter.current ??= createPainter();
        const assets = assetsOf({ ...list, sides: [{ id: "", areas: [chosen.area] }] });
        const picture = await painter.current.draw(
          chosen,
          bodyOf(chosen.mockup, body),
          assets,
          href.current,
        );
        if (!isLatest) return;
        setUrl(URL.createObjectURL(picture));
        setImpossible(false);
      } catch (error) {
        console.warn(error);
        if (isLatest) setImpossible(true);
      }
    }, delayMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [chosen, list, body]);

  useEffect(() => () => URL.revokeObjectURL(url ?? ""), [url]);
  useEffect(
    () => () => {
      painter.current?.close();
      painter.current = undefined;
    },
    [],
  );
  return { url, isImpossible };
}

interface Painter {
  draw(
    chosen: ChosenMockup,
    body: string,
    assets: readonly string[],
    pictureHref: (asset: string) => string,
  ): Promise<Blob>;
  close(): void;
}

/** The worker and what it was sent: each file once. */
function createPainter(): Painter {
  const worker = new Worker(new URL("./mockup-worker.ts", import.meta.url), { type: "module" });
  const send = (message: MockupMessage, transfer: Transferable[] = []) =>
    worker.postMessage(message, transfer);
  const waiting = new Map<number, { resolve(blob: Blob): void; reject(error: Error): void }>();
  const sent = new Map<string, Promise<void>>();
  let count = 0;
  worker.addEventListener("message", ({ data }: MessageEvent<MockupAnswer>) => {
    const call = waiting.get(data.id);
    waiting.delete(data.id);
    if (data.picture) call?.resolve(data.picture);
    else call?.reject(new Error("the mock-up cannot be drawn here"));
  });
  worker.addEventListener("error", ({ message }) => {
    for (const { reject } of waiting.values()) reject(new Error(message || "the worker failed"));
    waiting.clear();
  });

  function sendOnce(address: string, deliver: (answer: Response) => Promise<void>): Promise<void> {
    const known = sent.get(address);
    if (known) return known;
    const sending = fetch(address).then((answer) => {
      if (!answer.ok) throw new Error(`${address} answers ${answer.status}`);
      return deliver(answer);
    });
    sent.set(address, sending);
    // The next change tries again.
    sending.catch(() => sent.delete(address));
    return sending;
  }

  return {
    async draw({ mockup, area }, body, assets, pictureHref) {
      const { kit } = mockup;
      await Promise.all([
        sendOnce(kitAddress(kit), async (answer) => {
          const bytes = await answer.arrayBuffer();
          send({ kind: "kit", kit, bytes }, [bytes]);
        }),
        ...assets.map((asset) =>
          sendOnce(pictureHref(asset), async (answer) =>
            send({ kind: "picture", asset, file: await answer.blob() }),
          ),
        ),
      ]);
      count++;
      const id = count;
      return new Promise((resolve, reject) => {
        waiting.set(id, { resolve, reject });
        send({ kind: "draw", id, kit, area, body: channels(body) });
      });
    },
    close: () => worker.terminate(),
  };
}
