import { useEffect, useState } from "react";
import { loadIcon } from "#app/browser/custom-icons.ts";
import type { IconShape } from "#base/icon-data.ts";

/** An icon by name, e.g. `lucide:coffee`. Its space is reserved, and stays empty until the icon loads. */
export function CustomIcon({ name, className = "size-5" }: { name: string; className?: string }) {
  const [icon, setIcon] = useState<IconShape>();
  useEffect(() => {
    let isShown = true;
    setIcon(undefined);
    void loadIcon(name).then((loaded) => {
      if (isShown) setIcon(loaded);
    });
    return () => {
      isShown = false;
    };
  }, [name]);
  return (
    <span aria-hidden="true" className={`inline-block shrink-0 ${className}`}>
      {icon ? (
        <svg
          viewBox={`0 0 ${icon.width} ${icon.height}`}
          className="size-full"
          // biome-ignore lint/security/noDangerouslySetInnerHtml: `readIconData` lets shapes through and nothing else
          dangerouslySetInnerHTML={{ __html: icon.body }}
        />
      ) : null}
    </span>
  );
}
