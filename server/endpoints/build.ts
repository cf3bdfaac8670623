import { Hono } from "hono";

/** `/_build.json`: the id of the running build, which open pages compare with their own. */
export function buildEndpoint(buildId: string): Hono {
  const endpoint = new Hono();
  endpoint.get("/_build.json", (c) => {
    c.header("Cache-Control", "no-cache");
    return c.json({ id: buildId });
  });
  return endpoint;
}
