import { Hono } from "hono";
import { newChallenge } from "#integrations/captcha/altcha.server.ts";
import { captchaActions } from "#integrations/captcha/captcha-action.ts";

/** `GET /api/captcha/{action}`: a proof-of-work task that the browser solves before it sends a form. */
export function captchaEndpoint(): Hono {
  const endpoint = new Hono();
  endpoint.get("/api/captcha/:action", async (c) => {
    const action = captchaActions.find((known) => known === c.req.param("action"));
    c.header("Cache-Control", "no-store");
    if (!action) {
      return c.json({ error: { code: "captcha_action_unknown", message: "No such action" } }, 404);
    }
    return c.json(await newChallenge(action));
  });
  return endpoint;
}
