import { randomBytes, randomUUID } from "node:crypto";
import { beforeAll, test } from "vitest";
import { provideSecret } from "#base/secrets.server.ts";
import { addPicture } from "#shop/catalogue/media/add-picture.server.ts";
import { addOwnMockup, removeOwnMockup } from "#shop/designs/mockups/own-mockups.server.ts";
import { removePrintProfile, savePrintProfile } from "#shop/designs/print/print-profiles.server.ts";
import { findPrinting } from "#shop/designs/print-setup/find-printing.server.ts";
import {
  deleteTemplate,
  moveTemplate,
  offerPrinting,
} from "#shop/designs/print-setup/manage-printing.server.ts";
import { saveSpec } from "#shop/designs/print-setup/save-spec.server.ts";
import { saveTemplate } from "#shop/designs/print-setup/save-template.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { claimCustomisation } from "#shop/production/customisations/claim-customisation.server.ts";
import { saveDraft } from "#shop/production/customisations/drafts/save-draft.server.ts";
import { findPrintFile } from "#shop/production/customisations/print-files/print-file.server.ts";
import { countPrinted } from "#shop/production/customisations/print-files/print-pieces.server.ts";
import { reprint } from "#shop/production/customisations/print-files/reprint.server.ts";
import { startPrinting } from "#shop/production/customisations/print-files/start-printing.server.ts";
import {
  pinProofAsStaff,
  settlePinAsStaff,
} from "#shop/production/customisations/proofs/pin-proof.server.ts";
import {
  answerBuyer,
  approveAsOrdered,
  rejectDesign,
  takeIntoReview,
} from "#shop/production/customisations/proofs/review-design.server.ts";
import { sendProof } from "#shop/production/customisations/proofs/send-proof.server.ts";
import { findStaffCustomisation } from "#shop/production/customisations/queue/staff-queue.server.ts";
import { listMyDesigns } from "#shop/production/customisations/read-customisations.server.ts";
import { reportDesign } from "#shop/production/customisations/sharing/report-design.server.ts";
import { decideReports } from "#shop/production/customisations/sharing/review-reports.server.ts";
import { shareDesign } from "#shop/production/customisations/sharing/share-design.server.ts";
import { type OrderedDesign, orderDesign } from "#tests/support/builders/customisations.ts";
import { iccProfile } from "#tests/support/builders/icc-profile.ts";
import { photograph, testStore, waitingUpload } from "#tests/support/builders/media.ts";
import { shirtDesign } from "#tests/support/builders/shirt-designs.ts";
import { demoPerson, openTestProviders } from "#tests/support/builders/shop.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true, max: 20 });
testStore();
const buyer = demoPerson("customer@etalase.test");
let admin: Person;
let product = "";
let picture = "";
let template: { name: { id: string; en: string }; document: unknown };
/** Its buyer decides about a proof. */
let proved: OrderedDesign;
/** It is approved as ordered and printed. */
let printed: OrderedDesign;
let rejected: OrderedDesign;
const sharedId = randomUUID();
const reportId = randomUUID();

beforeAll(async () => {
  openTestProviders();
  provideSecret(randomBytes(32));
  admin = await actingAdmin();
  [proved, printed, rejected] = [
    await orderDesign(buyer, "proof"),
    await orderDesign(buyer, "review"),
    await orderDesign(buyer, "review"),
  ];
  const [mug] = await asSeed()<
    { id: string; name: { id: string; en: string }; document: unknown }[]
  >`
    select p.id, t.name, t.document from products p join design_templates t on t.product_id = p.id
    where p.slug = 'mug-nama-anda' order by t.position limit 1`;
  if (!mug) throw new Error("the demo shop has named goods");
  product = mug.id;
  template = { name: mug.name, document: mug.document };
  const uploadId = await waitingUpload(admin, await photograph({ r: 90, g: 90, b: 90 }));
  const added = await addPicture(admin, product, {
    uploadId,
    name: "foto.jpg",
    dropped: [uploadId],
  });
  if (!added.ok) throw new Error(added.problem);
  const [image] = await asSeed()<{ id: string }[]>`
    select id from product_images where product_id = ${product} and media_id is not null`;
  picture = image?.id ?? "";
  await shareAndReport();
});

/** A shirt that the buyer shared, and a report of it. */
async function shareAndReport(): Promise<void> {
  const designId = randomUUID();
  const shirt = { ...(await shirtDesign()), name: "Kaos", rev: 0 };
  const saved = await saveDraft(buyer, designId, shirt);
  const shared = await shareDesign(buyer, designId, { id: sharedId, with_pictures: false });
  if (!saved.ok || !shared.ok) throw new Error("nothing is shared");
  const { cards } = await listMyDesigns(buyer, null, "id");
  const token = cards.find(({ id }) => id === designId)?.share?.token ?? "";
  const report = { id: reportId, reason: "copyright", note: "" } as const;
  const reported = await reportDesign(token, report, "203.0.113.9");
  if (!reported.ok) throw new Error(reported.problem);
}

const ids = { spec: randomUUID(), template: randomUUID(), mockup: randomUUID(), pin: randomUUID() };
const input = (id: string) => ({ customisation_id: id });
async function seen({ id }: OrderedDesign) {
  const found = await findStaffCustomisation(admin, id, "id");
  if (!found) throw new Error("no customisation");
  return { ...input(id), status: found.status, proof_id: found.proof_id };
}

const ofProduct = about("product", () => product);
const ofProved = about("customisation", () => proved.id);
const ofPrinted = about("customisation", () => printed.id);
const templateFacts = "document id name position product_id published";
const mockupFacts = "area bend corners id image_id product_id shading side";

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a new revision of a print specification",
    useCase: "saveSpec",
    run: async () => {
      const now = await findPrinting(admin, product);
      const [spec] = now?.specs ?? [];
      return saveSpec(admin, product, {
        id: ids.spec,
        seen_revision: now?.revision ?? 0,
        spec: { ...spec?.spec, minutes: 77 },
        replaces: spec?.id ?? null,
        variant_ids: now?.variants.map(({ id }) => id) ?? [],
      });
    },
    entries: [
      ofProduct("print_specs.created", "created_at id product_id revision spec"),
      // One of each template of the goods, which moves to the new revision.
      ofProduct("design_templates.changed", "document"),
      ofProduct("design_templates.changed", "document"),
      ofProduct("design_templates.changed", "document"),
      ofProduct("design_templates.changed", "document"),
    ],
    again: true,
  },
  {
    name: "a template",
    useCase: "saveTemplate",
    run: () =>
      saveTemplate(admin, product, ids.template, {
        name: template.name,
        version: 0,
        published: false,
        document: { ...(template.document as object), spec: ids.spec },
      }),
    entries: [ofProduct("design_templates.created", templateFacts)],
    again: true,
  },
  {
    name: "a template before the others",
    useCase: "moveTemplate",
    run: () => moveTemplate(admin, product, ids.template, 0),
    entries: [
      ofProduct("design_templates.changed", "position"),
      ofProduct("design_templates.changed", "position"),
      ofProduct("design_templates.changed", "position"),
      ofProduct("design_templates.changed", "position"),
      ofProduct("design_templates.changed", "position"),
    ],
    again: true,
  },
  {
    name: "a template that is gone",
    useCase: "deleteTemplate",
    run: () => deleteTemplate(admin, product, ids.template),
    entries: [ofProduct("design_templates.deleted", templateFacts)],
  },
  {
    name: "goods that take no designs any more",
    useCase: "offerPrinting",
    run: () => offerPrinting(admin, product, { offered: false, required: true }),
    entries: [ofProduct("products.changed", "personalisable")],
    again: true,
  },
  {
    name: "a photograph that shows designs",
    useCase: "addOwnMockup",
    run: () =>
      addOwnMockup(admin, product, {
        id: ids.mockup,
        picture,
        side: "around",
        area: "wrap",
        shading: 1,
        corners: [0.2, 0.3, 0.8, 0.3, 0.8, 0.6, 0.2, 0.6],
        bend: { kind: "flat" },
      }),
    entries: [ofProduct("product_mockups.created", mockupFacts)],
    again: true,
  },
  {
    name: "a photograph that shows none any more",
    useCase: "removeOwnMockup",
    run: () => removeOwnMockup(admin, product, ids.mockup),
    entries: [ofProduct("product_mockups.deleted", mockupFacts)],
    again: true,
  },
  {
    // A claim ends by itself; only one that is taken over from a colleague is recorded.
    name: "a customisation that a person works on",
    useCase: "claimCustomisation",
    run: () => claimCustomisation(admin, proved.id, null),
    entries: [],
    again: true,
  },
  {
    name: "a design under review",
    useCase: "takeIntoReview",
    run: async () => takeIntoReview(admin, await seen(proved)),
    entries: [ofProved("customisation.reviewed", "")],
    again: true,
  },
  {
    name: "a proof with another word",
    useCase: "sendProof",
    run: async () => {
      const found = await findStaffCustomisation(admin, proved.id, "id");
      const layer = found?.texts[0]?.id ?? "";
      const proof = { id: randomUUID(), note: "Lebih tebal", texts: { [layer]: "Rini" } };
      return sendProof(admin, { ...(await seen(proved)), ...proof });
    },
    entries: [ofProved("customisation.proof_sent", "")],
  },
  {
    name: "a pin on a proof",
    useCase: "pinProofAsStaff",
    run: async () => {
      const found = await findStaffCustomisation(admin, proved.id, "id");
      const sheet = found?.proofs[0]?.sheets[0];
      return pinProofAsStaff(admin, proved.id, {
        proof_id: found?.proofs[0]?.id ?? "",
        side: sheet?.side ?? "",
        area: sheet?.area ?? "",
        x: 5,
        y: 5,
        message: { id: ids.pin, text: "Di sini." },
      });
    },
    entries: [ofProved("customisation.answered", "")],
    again: true,
  },
  {
    name: "a pin that is settled",
    useCase: "settlePinAsStaff",
    run: () => settlePinAsStaff(admin, proved.id, { pin_id: ids.pin, is_settled: true }),
    entries: [ofProved("customisation.pin_settled", "")],
    again: true,
  },
  {
    name: "an answer to the buyer",
    useCase: "answerBuyer",
    run: () => answerBuyer(admin, proved.id, { id: randomUUID(), text: "Sudah." }),
    entries: [ofProved("customisation.answered", "")],
  },
  {
    name: "a design that is approved as ordered",
    useCase: "approveAsOrdered",
    run: async () => approveAsOrdered(admin, await seen(printed)),
    entries: [ofPrinted("customisation.approved", "")],
    again: true,
  },
  {
    name: "a print file that is taken",
    useCase: "recordDownload",
    run: async () => ({ ok: (await findPrintFile(admin, printed.id)) !== undefined }),
    entries: [ofPrinted("customisation.downloaded", "")],
  },
  {
    name: "a design that begins to be printed",
    useCase: "startPrinting",
    run: () => startPrinting(admin, printed.id),
    entries: [ofPrinted("customisation.started", "")],
    again: true,
  },
  {
    name: "a design that is rejected",
    useCase: "rejectDesign",
    run: async () =>
      rejectDesign(admin, { ...(await seen(rejected)), reason: "copyright", note: "Logo klub" }),
    entries: [about("customisation", () => rejected.id)("customisation.rejected", "")],
    again: true,
  },
  {
    // The ledger of production names the person.
    name: "a good and a spoiled piece",
    useCase: "countPrinted",
    run: () =>
      countPrinted(admin, {
        id: printed.id,
        ...input(printed.id),
        good: 1,
        spoiled: 1,
        reason: "Tinta luntur",
      }),
    entries: [],
    again: true,
  },
  {
    name: "a piece that is printed again",
    useCase: "reprint",
    run: () =>
      reprint(admin, { id: printed.line, ...input(printed.id), pieces: 1, reason: "Retak" }),
    entries: [],
    again: true,
  },
  {
    name: "a shared design that is taken down",
    useCase: "decideReports",
    run: () => decideReports(admin, sharedId, "removed", [reportId]),
    entries: [about("shared_design", sharedId)("shared_design.removed", "")],
  },
  {
    name: "the colour profile of a printer",
    useCase: "savePrintProfile",
    run: () => savePrintProfile(admin, "laser", iccProfile()),
    entries: [["print_profiles.created", "settings", "laser", "name process sha256"]],
  },
  {
    name: "a colour profile that goes",
    useCase: "removePrintProfile",
    run: () => removePrintProfile(admin, "laser"),
    entries: [["print_profiles.deleted", "settings", "laser", "name process sha256"]],
  },
];

test("each act on personalised goods leaves exactly its entries", () => expectEntries(admin, acts));

test("every use case that writes personalised goods is one of these acts", () =>
  expectEveryUseCase(/^(designs|production\/customisations)\//, acts));
