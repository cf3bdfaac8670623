import { expect, test } from "vitest";
import { maxFields, parseForm } from "./parse-form.ts";

const part = '--b\r\nContent-Disposition: form-data; name="a"\r\n\r\nx\r\n';
const kinds = [
  ["application/x-www-form-urlencoded", (n: number) => Array(n).fill("a=x").join("&")],
  ["multipart/form-data; boundary=b", (n: number) => `${part.repeat(n)}--b--\r\n`],
  ['Multipart/Form-Data; x=1; boundary="b"', (n: number) => `${part.repeat(n)}--b--\r\n`],
] as const;

const post = (type: string, body: string) =>
  parseForm(
    new Request("http://shop.test", { method: "POST", headers: { "Content-Type": type }, body }),
  );

test.each(kinds)(
  "%s: a form with few fields is read, one with too many is refused",
  async (type, of) => {
    expect((await post(type, of(3))).getAll("a")).toEqual(["x", "x", "x"]);
    expect((await post(type, of(maxFields - 1))).getAll("a")).toHaveLength(maxFields - 1);
    await expect(post(type, of(maxFields + 2))).rejects.toThrow(TypeError);
  },
);

test("a body that is no form is refused", async () => {
  await expect(post("application/json", "{}")).rejects.toThrow(TypeError);
  await expect(post("multipart/form-data", "a=1")).rejects.toThrow(TypeError);
});
