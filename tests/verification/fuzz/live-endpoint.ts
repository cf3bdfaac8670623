import { jsonBody } from "./bodies.ts";
import { type Actor, type FuzzRequest, keyHeaders } from "./request.ts";
import { escaped, type FuzzRandom, oddly, oddValue, often, word } from "./values.ts";

/** A broadcast without a websocket. */
export function liveRequest(random: FuzzRandom, actor: Actor): FuzzRequest {
  const odd = (value: unknown) => (oddly(random, 0.2) ? oddValue(random) : value);
  const message = () => ({
    topic: odd(random.pick(["room", "catalogue", word(random)])),
    event: odd(word(random)),
    payload: odd({ a: oddValue(random) }),
    private: odd(often(random, 0.5)),
  });
  const isOne = often(random, 0.3);
  const isBytes = isOne && often(random, 0.4);
  const value = isOne ? odd({ a: 1 }) : odd({ messages: odd([message(), message()]) });
  const sent = isBytes
    ? { type: "application/octet-stream", body: "\u0000bytes" }
    : jsonBody(random, value);
  const topic = escaped(String(odd(word(random)))) || "x";
  const keep = random.pick(["", "", "&persist=true", "&persist[ttl]=1", `&persist[ttl]=${topic}`]);
  const event = escaped(word(random));
  const one = `/api/broadcast/${topic}/events/${event}?private=${often(random, 0.5)}${keep}`;
  return {
    endpoint: "realtime",
    method: oddly(random, 0.1) ? random.pick(["GET", "PUT", "OPTIONS"]) : "POST",
    path: `/realtime/v1${isOne ? one : "/api/broadcast"}`,
    headers: { ...keyHeaders(actor), "Content-Type": sent.type },
    body: sent.body,
  };
}
