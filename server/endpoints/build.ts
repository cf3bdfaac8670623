import { Hono } from "hono";

/** `/_build.json`: the running build, which open pages compare with their own. */
export function buildDoor(buildId: string): Hono {
  const door = new Hono();
  door.get("/_build.json", (c) => {
    c.header("Cache-Control", "no-cache");
    return c.json({ id: buildId });
  });
  return door;
}
