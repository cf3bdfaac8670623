import { beforeAll, test } from "vitest";
import { addPicture, replacePicture } from "#shop/catalogue/media/add-picture.server.ts";
import { editPicture, placePicture } from "#shop/catalogue/media/edit-picture.server.ts";
import { removePicture, restorePicture } from "#shop/catalogue/media/remove-picture.server.ts";
import { startExport } from "#shop/imports/export.server.ts";
import { checkImport, createImport, findImport, runImport } from "#shop/imports/imports.server.ts";
import { kindNamed } from "#shop/imports/kinds.server.ts";
import type { Person } from "#shop/kernel/access.ts";
import { checkFile, exportText, placeUpload } from "#tests/support/builders/imports.ts";
import {
  photograph,
  productWithoutPictures,
  testStore,
  waitingUpload,
} from "#tests/support/builders/media.ts";
import { asSeed } from "#tests/support/runner/connections.ts";
import { testDatabase } from "#tests/support/runner/database.ts";
import { type Act, about, actingAdmin, expectEntries, expectEveryUseCase } from "./acts.ts";

testDatabase({ demo: true });
testStore();
let admin: Person;
let productId: string;
/** Uploads: two pictures, and what takes the place of the first. */
let uploads: [string, string, string];
let importId: string;
let checkedId: string;
beforeAll(async () => {
  admin = await actingAdmin();
  productId = (await productWithoutPictures()).id;
  const upload = async (r: number) =>
    waitingUpload(admin, await photograph({ r, g: 80, b: 120 }, [30, 30]));
  uploads = [await upload(10), await upload(20), await upload(30)];
  const products = await exportText(admin);
  importId = await placeUpload(admin, products);
  checkedId = await checkFile(admin, products);
});

const add = (uploadId: string) =>
  addPicture(admin, productId, { uploadId, name: "foto.jpg", dropped: [uploadId] });
const edit = {
  alt: { id: "Dari depan", en: "From the front" },
  is_decorative: false,
  focal_x: 30,
  focal_y: 80,
};
const checkId = crypto.randomUUID();
const runId = crypto.randomUUID();
const exportId = crypto.randomUUID();
const customersId = crypto.randomUUID();
const mediaFacts = "bytes height id kind original_name uploaded_by width";
const pictureFacts = "focal_x focal_y id is_decorative media_id path position product_id";
const taskFacts = "cancel_asked id kind mode permission state";
const ofFile = about("media", /^[0-9a-f-]{36}$/);
const ofProduct = about("product", () => productId);
const ofImport = about("import", () => importId);

/** In order: later ones need earlier ones. */
const acts: readonly Act[] = [
  {
    name: "a picture",
    useCase: "addPicture",
    run: () => add(uploads[0]),
    entries: [
      ofFile("media.created", mediaFacts),
      ofProduct("product_images.created", pictureFacts),
    ],
    again: true,
  },
  {
    name: "a second picture",
    useCase: "addPicture",
    run: () => add(uploads[1]),
    entries: [
      ofFile("media.created", mediaFacts),
      ofProduct("product_images.created", pictureFacts),
    ],
  },
  {
    name: "the second picture first",
    useCase: "placePicture",
    run: () => placePicture(admin, productId, uploads[1], 0),
    entries: [
      ofProduct("product_images.changed", "position"),
      ofProduct("product_images.changed", "position"),
    ],
    again: true,
  },
  {
    name: "another file for a picture",
    useCase: "replacePicture",
    run: () =>
      replacePicture(admin, productId, uploads[0], { uploadId: uploads[2], name: "lain.jpg" }),
    entries: [
      ofFile("media.created", mediaFacts),
      ofProduct("product_images.changed", "media_id path"),
    ],
    again: true,
  },
  {
    name: "the text and the focal point of a picture",
    useCase: "editPicture",
    run: async () => {
      const [row] = await asSeed()<{ version: number }[]>`
        select version from product_images where id = ${uploads[1]}`;
      return editPicture(admin, uploads[1], { version: row?.version ?? 0, ...edit }, undefined);
    },
    entries: [ofProduct("product_images.changed", "alt focal_x focal_y")],
    again: true,
  },
  {
    name: "a picture that is removed",
    useCase: "removePicture",
    run: () => removePicture(admin, productId, uploads[0]),
    entries: [ofProduct("product_images.deleted", pictureFacts)],
    again: true,
  },
  {
    name: "a picture that is put back",
    useCase: "restorePicture",
    run: () => restorePicture(admin, productId, uploads[0]),
    entries: [ofProduct("product_images.created", pictureFacts)],
    again: true,
  },
  {
    name: "a file to import",
    useCase: "createImport",
    run: () => createImport(admin, importId, "uji.csv"),
    entries: [
      ofImport(
        "imports.created",
        "bytes delimiter encoding head_rows id kind name unknown_categories",
      ),
    ],
    again: true,
  },
  {
    name: "a file that is checked",
    useCase: "checkImport",
    run: async () => {
      const mapping = (await findImport(admin, importId))?.mapping ?? {};
      return checkImport(admin, importId, {
        mapping,
        unknown_categories: "fail",
        task_id: checkId,
      });
    },
    entries: [["staff_tasks.created", "staff_task", checkId, `${taskFacts} title`]],
  },
  {
    name: "a file that is imported",
    useCase: "runImport",
    run: () => runImport(admin, checkedId, { task_id: runId, confirmed: true }),
    entries: [["staff_tasks.created", "staff_task", runId, `${taskFacts} title`]],
    again: true,
  },
  {
    name: "products in a file",
    useCase: "startExport",
    run: () => startExport(kindNamed("products"), admin, { id: exportId, delimiter: ";" }),
    entries: [["staff_tasks.created", "staff_task", exportId, taskFacts]],
    again: true,
  },
  {
    name: "customers in a file",
    useCase: "startExport",
    run: () => startExport(kindNamed("customers"), admin, { id: customersId, delimiter: ";" }),
    entries: [
      ["export.started", "export", customersId, ""],
      ["staff_tasks.created", "staff_task", customersId, taskFacts],
    ],
    again: true,
  },
];

test("each act on pictures, imports and exports leaves exactly its entries", () =>
  expectEntries(admin, acts));

test("every use case that writes pictures, imports or exports is one of these acts", () =>
  expectEveryUseCase(/^(catalogue\/media|imports)\//, acts));
