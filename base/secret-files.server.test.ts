import { mkdtemp, readFile, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { readConfig } from "./config.server.ts";
import { secretSettingNames } from "./secret-files.server.ts";

test("every secret can come from a file, and docs/configuration.md names each", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "etalase-secrets-"));
  const file = path.join(folder, "smtp");
  await writeFile(file, "smtp://kantor:rahasia@mail.example\n");
  expect(readConfig({ SMTP_URL_FILE: file }).smtpUrl).toBe("smtp://kantor:rahasia@mail.example");
  const page = await readFile("docs/configuration.md", "utf8");
  expect(secretSettingNames.filter((name) => !page.includes(`\`${name}\``))).toEqual([]);
});

test("a secret that is given twice, or whose file is missing, is named without its content", () => {
  const env = { SMTP_URL: "smtp://a:rahasia@b", SMTP_URL_FILE: "/x", SMS_URL_FILE: "/missing" };
  expect(() => readConfig(env)).toThrow(
    /SMTP_URL and SMTP_URL_FILE are both set; keep one of them\n {2}- SMS_URL_FILE cannot be read \(ENOENT\)$/,
  );
});
