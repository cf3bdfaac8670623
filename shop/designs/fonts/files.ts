// Written by write-fonts.ts.

/** Font files by id; the SHA-256 of its bytes is the address of a file. */
export const fontFiles = {
  "plus-jakarta-sans-500": {
    sha256: "f43a86b6c67d3055288dff53f5cd0b2be5bf3bac4343c608772c2743c2f2f515",
    bytes: 36176,
  },
  "plus-jakarta-sans-700": {
    sha256: "55e981c00036e8f4411f050e1fe6723b2ac330d94430817b5a69353f788b833d",
    bytes: 36180,
  },
  "bricolage-grotesque-700": {
    sha256: "ccca2019dbc7370e3872be113dd58a6b31b3f003320a23ec5e876132e755e829",
    bytes: 58904,
  },
  "martian-mono-500": {
    sha256: "ccbed26b09f68692f0531e62026fe8666394d44d39ad51b06973a35c50222ccd",
    bytes: 32716,
  },
  "poppins-600": {
    sha256: "6b81d7d0f2f0a511fb45d6c4d1cd1c76654b38e43da61056bf03899c61a8a017",
    bytes: 23104,
  },
  "bebas-neue-400": {
    sha256: "9856ee0f503e52a9df2c36dad635432b58b17e3ed88664ef0f20507240c6da27",
    bytes: 27928,
  },
  "anton-400": {
    sha256: "7d218e1e5a1fb83a269f486385ac82cb15f586cbe9c97d7010bbbe1523869efd",
    bytes: 35016,
  },
  "fredoka-600": {
    sha256: "e7e8b60b325c2a5c14f134285bf7e6b09ba60e790d0c9f1ab8584fba32cdf86c",
    bytes: 37244,
  },
  "pacifico-400": {
    sha256: "d56f08d471a14681df5d859caf3408f0672d0822bd5387ddf56c6fbd5eac6bd1",
    bytes: 73820,
  },
  "caveat-700": {
    sha256: "06426e5aaafb3b904687a250bd337cc7db00004be6eab125d944e9a3179359d6",
    bytes: 123752,
  },
  "great-vibes-400": {
    sha256: "cb4827b13658fa5c0f7c23d4900c0695246042ba3026e857d265468b6bb18abd",
    bytes: 71332,
  },
  "bodoni-moda-700": {
    sha256: "b528418dd3d172e886ef79e19524622f37fa762285f94f8ac6967b215b5511b1",
    bytes: 37532,
  },
  "courier-prime-400": {
    sha256: "5e417a523644187099b8f7124d4199b1ff209be51cca661eb854e0eda3ae34c2",
    bytes: 36140,
  },
  "noto-sans-400": {
    sha256: "b4146f4f80cb0aa9a053738d5af79d5a6ab75435f1671fa021d71dfbb6b7c4ba",
    bytes: 82576,
  },
  "noto-sans-javanese-400": {
    sha256: "8535d09539967d01500ccac8758f349038338cf9e912746fd1a50cbd0a8ee885",
    bytes: 145456,
  },
  "noto-sans-balinese-400": {
    sha256: "5481250024b8242ad8d4b044666add125a9721b9d6561f45a040673baa4b2771",
    bytes: 115384,
  },
  "noto-sans-sundanese-400": {
    sha256: "1f68ba8640ae333432db39ad9ef186a134c0dc3ee36b51913213b5e151b3f8c7",
    bytes: 9928,
  },
  "noto-naskh-arabic-400": {
    sha256: "c3ead69841001b823e96acc567ab5d886ba2b16f6b3c6429c7dd8ba7f60308ec",
    bytes: 73548,
  },
  "noto-emoji-400": {
    sha256: "a9a0e58371a46b839d818c936e152671e04cbf63302d741911fb898dbe5e8475",
    bytes: 885440,
  },
} as const;
