import { useEffect, useRef, useState } from "react";
import { useLocalPath } from "#app/language.ts";
import type { DesignDocument } from "#shop/designs/document/document.ts";

/** Milliseconds without a change before pictures are asked for. */
const quietMs = 300;
const none: ReadonlySet<string> = new Set();

/**
 * Pictures of a design that the shop does not have any more, e.g. those of a visitor who comes back after a month. One that cannot be
 * fetched for want of a network is not one of them.
 * @returns SHA-256s
 */
export function useGonePictures({ assets }: DesignDocument): ReadonlySet<string> {
  const [gone, setGone] = useState(none);
  const found = useRef(new Set<string>());
  const to = useLocalPath();
  useEffect(() => {
    const unknown = Object.keys(assets).filter((asset) => !found.current.has(asset));
    if (unknown.length === 0) return;
    let isLatest = true;
    const check = async (asset: string) => {
      // The browser may keep a picture longer than the shop.
      const answer = await fetch(to(`/api/design-assets/${asset}`), {
        method: "HEAD",
        cache: "no-store",
      });
      if (answer.ok) found.current.add(asset);
      if (!isLatest || (!answer.ok && answer.status !== 404)) return;
      const isGone = answer.status === 404;
      setGone((before) => {
        if (before.has(asset) === isGone) return before;
        const others = [...before].filter((one) => one !== asset);
        return new Set(isGone ? [...others, asset] : others);
      });
    };
    const timer = setTimeout(() => {
      for (const asset of unknown) check(asset).catch(console.warn);
    }, quietMs);
    return () => {
      isLatest = false;
      clearTimeout(timer);
    };
  }, [assets, to]);
  return gone;
}
