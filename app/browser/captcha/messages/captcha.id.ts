export const id = {
  before: "Formulir ini dilindungi reCAPTCHA. Berlaku",
  policy: "kebijakan privasi",
  and: "dan",
  terms: "ketentuan Google",
};
