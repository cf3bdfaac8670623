import { expect, test } from "vitest";
import { afterFirst } from "./after-first.ts";

test("the first request is answered before others are sent, and one that fails is not the first", async () => {
  const sent: string[] = [];
  const request = (name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>();
    const answer = afterFirst(() => {
      sent.push(name);
      return promise;
    });
    return { answer, resolve, reject };
  };
  const settled = () => new Promise((done) => setImmediate(done));

  const lost = request("lost");
  const save = request("save");
  const upload = request("upload");
  await settled();
  expect(sent).toEqual(["lost"]);
  lost.reject(new Error("offline"));
  await expect(lost.answer).rejects.toThrow("offline");
  await settled();
  expect(sent).toEqual(["lost", "save"]);
  save.resolve("saved");
  expect(await save.answer).toBe("saved");
  await settled();
  expect(sent).toEqual(["lost", "save", "upload"]);

  // From then on nothing waits for a slow upload.
  const next = request("next");
  next.resolve("too");
  expect(await next.answer).toBe("too");
  upload.resolve("taken");
  expect(await upload.answer).toBe("taken");
});
