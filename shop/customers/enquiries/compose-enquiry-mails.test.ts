import { expect, test } from "vitest";
import { composeAnswerMail } from "./compose-enquiry-mails.ts";

const question = {
  number: 1001,
  topic: "product",
  name: "Rina",
  message: "Tahan mesin cuci?",
  language: "id",
} as const;

test("an answer asks for replies only where the shop has an address that receives them", () => {
  const answered = composeAnswerMail(question, "Tahan.", "Toko Sari", true);
  expect(answered.text).toContain("Balas email ini");
  const unanswered = composeAnswerMail(question, "Tahan.", "Toko Sari", false);
  expect(unanswered.text).not.toContain("Balas");
  expect(unanswered.text).toContain("halaman Kontak");
});
