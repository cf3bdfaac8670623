import { counted } from "#base/plural.ts";
import type { FaqGroup, id } from "./faq.id.ts";

const groups: readonly FaqGroup[] = [
  {
    title: "Ordering",
    entries: [
      {
        slug: "minimum",
        question: "Is there a minimum order?",
        answer: ["No. We'll print just one."],
      },
      {
        slug: "gambar-sendiri",
        question: "May I use my own picture?",
        answer: [
          "Yes, as long as you may use it and the people in it agree. Open a product that takes your design, upload the picture, see how it looks, then order.",
          "Your picture stays yours. We use it only to make your order, and delete it a year after it was printed unless you ask us to keep it longer.",
        ],
      },
      {
        slug: "akun",
        question: "Do I need an account?",
        answer: [],
      },
      {
        slug: "lupa-sandi",
        question: "I forgot my password. How do I get in?",
        answer: ["Ask for a code or a link by email on the sign-in page, then set a new password."],
        link: { path: "/ForgotPassword", text: "Set a new password" },
      },
      {
        slug: "batal",
        question: "Can I cancel an order?",
        answer: [
          "Yes, as long as it is unpaid or not yet prepared. Open your order and choose to cancel. What you paid comes back in full.",
        ],
        link: { path: "/dashboard/orders", text: "My orders" },
      },
      {
        slug: "ubah-alamat",
        question: "My address was wrong. Can it be changed?",
        answer: [
          "As long as we have not prepared the order, cancel it and order again with the right address. After that, write to us with the order number.",
        ],
        link: { path: "/Contact", text: "Write to us" },
      },
    ],
  },
  {
    title: "Paying",
    entries: [
      {
        slug: "pajak",
        question: "Do prices include tax?",
        answer: [],
      },
      {
        slug: "batas-bayar",
        question: "How long can I take to pay?",
        answer: [
          "The time is written on the order. Until then your pieces are set aside. After that the order is cancelled automatically, and you can order again.",
        ],
      },
      {
        slug: "promo",
        question: "How do I use a promo code?",
        answer: [
          "Enter it in the cart. The discount shows at once; if the code does not apply, so does the reason.",
        ],
        link: { path: "/Cart", text: "Cart" },
      },
      {
        slug: "pengingat",
        question: "How do I stop reminder emails?",
        answer: [
          "Press the link at the foot of a reminder, or choose on the email choices page. Emails about orders you placed always go.",
        ],
        link: { path: "/Unsubscribe", text: "Choose emails" },
      },
    ],
  },
  {
    title: "Delivery",
    entries: [
      {
        slug: "ongkir",
        question: "What does delivery cost and when does it arrive?",
        answer: [
          "Type your district on a product's page or in the cart. Courier, price and the expected day are shown before you pay.",
        ],
        link: { path: "/ShippingAndReturns", text: "List of prices" },
      },
      {
        slug: "lacak",
        question: "Where is my order?",
        answer: [
          "Open your order: its stage, tracking number and courier are there. The tracking number also comes by email.",
        ],
        link: { path: "/dashboard/orders", text: "My orders" },
      },
      {
        slug: "luar-negeri",
        question: "Do you send abroad?",
        answer: ["Not yet. We send within Indonesia only."],
      },
    ],
  },
  {
    title: "Returns",
    entries: [
      {
        slug: "salah-cetak",
        question: "My item is faulty, damaged or the wrong one. What now?",
        answer: [],
        link: { path: "/dashboard/orders", text: "My orders" },
      },
      {
        slug: "berubah-pikiran",
        question: "Can I return something because I changed my mind?",
        answer: [],
      },
    ],
  },
];

export const en: typeof id = {
  tax: {
    charged:
      "Yes. All prices include VAT (PPN). Delivery and other fees, if any, are shown before you pay.",
    none: "This shop does not charge VAT (PPN). Delivery and other fees, if any, are shown before you pay.",
  },
  title: "Questions",
  lead: "What people ask most. Every answer has an address of its own to share.",
  search: "Search the questions",
  submit: "Search",
  found: (count) => counted(count, "answer", "answers"),
  foundFor: (count, query) => `${counted(count, "answer", "answers")} for “${query}”`,
  none: (query) => `No answer for “${query}”`,
  noneText: "Try another, shorter word, or ask us directly.",
  clear: "See all",
  ask: "Ask us",
  linkTo: (question) => `Address of the answer: ${question}`,
  groups,
};
