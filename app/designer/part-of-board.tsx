import { type ComponentType, lazy } from "react";
import { useDesignerWords } from "#app/messages/shared/designer.ts";
import { Notice } from "#app/ui/notice.tsx";

/**
 * A part of the drawing board that is loaded when it is first shown, so that the board itself comes sooner. The board goes on
 * without it where there is no connection.
 */
export function partOfBoard<Props extends object>(load: () => Promise<ComponentType<Props>>) {
  return lazy(async () => {
    try {
      return { default: await load() };
    } catch (error) {
      console.warn(error);
      return { default: NotLoaded as ComponentType<Props> };
    }
  });
}

function NotLoaded() {
  const { notLoaded } = useDesignerWords();
  return <Notice tone="error">{notLoaded}</Notice>;
}
